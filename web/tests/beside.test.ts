import { describe, expect, it } from 'vitest';
import { anchor, beside, CLEAR, distance, type Spot } from '../src/map/beside';

const field = { width: 860, height: 680 };
const card = { width: 330, height: 260 };

describe('a card beside its subject', () => {
  it('never covers it, wherever it lies', () => {
    for (let x = 0; x <= field.width; x += 43)
      for (let y = 0; y <= field.height; y += 40) {
        const spot = beside([{ x, y }], card, field);
        expect(spot).not.toBeNull();
        expect(distance({ x, y }, spot!, card)).toBeGreaterThanOrEqual(CLEAR);
        expect(spot!.x + card.width).toBeLessThanOrEqual(field.width);
        expect(spot!.y + card.height).toBeLessThanOrEqual(field.height);
      }
  });
  it('covers no second subject either, or stands nowhere', () => {
    const two = [
      { x: 430, y: 340 },
      { x: 650, y: 340 },
    ];
    const spot = beside(two, card, field)!;
    for (const each of two) expect(distance(each, spot, card)).toBeGreaterThanOrEqual(CLEAR);
    expect(beside([], card, field)).toBeNull();
    expect(beside([{ x: 170, y: 150 }], card, { width: 340, height: 280 })).toBeNull();
  });
  it('leaves the buttons of the map free where it can', () => {
    const buttons = { x: 12, y: 430, width: 34, height: 180 };
    const spot = beside([{ x: 420, y: 560 }], card, field, [buttons])!;
    expect(spot.x > 46 || spot.y + card.height < 430).toBe(true);
  });
  it('finds room beside three subjects wherever there is some', () => {
    const [tall, window, piece] = [{ width: 330, height: 380 }, { width: 846, height: 682 }, 14];
    const buttons = { x: 12, y: 426, width: 34, height: 186 };
    const away = (subjects: readonly Spot[], spot: Spot) =>
      Math.min(...subjects.map((each) => distance(each, spot, tall)));
    const free = ({ x, y }: Spot) => x > 46 || y + tall.height < 426;
    const crowded: Spot[][] = [];
    for (let n = 0; n < 3000; n++) {
      const subjects = [0, 1, 2].map((each) => ({
        x: (n * 7919 + each * 104729) % window.width,
        y: (n * 6271 + each * 15485863) % window.height,
      }));
      const spot = beside(subjects, tall, window, [buttons], 60);
      if (spot && away(subjects, spot) >= piece && free(spot)) continue;
      for (let x = 8; x <= window.width - tall.width - 8; x += 4)
        for (let y = 8; y <= window.height - tall.height - 8; y += 4)
          if (free({ x, y }) && away(subjects, { x, y }) >= piece) crowded.push(subjects);
    }
    expect(new Set(crowded)).toEqual(new Set());
  });
  it('covers as few other pieces as it can', () => {
    const others = [
      { x: 600, y: 200 },
      { x: 560, y: 260 },
    ];
    const subject = { x: 300, y: 200 };
    const spot = beside([subject], card, field, [], CLEAR, others)!;
    expect(distance(subject, spot, card)).toBeGreaterThanOrEqual(CLEAR);
    for (const each of others) expect(distance(each, spot, card)).toBeGreaterThanOrEqual(CLEAR / 2);
  });
  it('begins its line at the nearest edge', () => {
    expect(anchor({ x: 10, y: 150 }, { x: 100, y: 100 }, card)).toEqual({ x: 100, y: 150 });
  });
});
