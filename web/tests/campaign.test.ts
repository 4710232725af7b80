import { describe, expect, it } from 'vitest';
import { bandLook, shortNames } from '../src/campaign/bands';
import { evenly, fewer, givenSum, inOrder, more, saveUnits } from '../src/campaign/giving';
import { dateOf, dayNumber, marchesOf, standOn } from '../src/campaign/marching';
import { signed } from '../src/campaign/telling';
import type { Country, Duty, Returning } from '../src/campaign/wire';
import { campaignEn } from '../src/i18n/campaign.en';
import { campaignFr } from '../src/i18n/campaign.fr';
import { pageAt } from '../src/ui/pages';

const unit = (id: string, more: Partial<Returning>): Returning => ({
  id,
  name: id,
  arm: 'infantry',
  strength: 6,
  left: 3,
  most: 3,
  least: 1,
  fate: 'good',
  usual: 0,
  nation: '',
  morale: 12,
  ...more,
});
const lost = unit('B', { left: 0, most: 6, least: 2, usual: 2 });
const worn = unit('A', { usual: 1 });
const duty = { count: 3, units: [worn, lost] } as unknown as Duty;

describe('those who come back', () => {
  it('a lost battalion needs two or none', () => {
    expect(more(lost, 0, 3)).toBe(2);
    expect(more(lost, 0, 1)).toBe(0);
    expect(fewer(lost, 2)).toBe(0);
    expect(fewer(worn, 2)).toBe(1);
  });
  it('nobody gets more than he lost, and no more are given than come back', () => {
    expect(more(worn, 3, 9)).toBe(3);
    expect(givenSum(inOrder(duty, [worn, lost]))).toBe(3);
    expect(saveUnits(duty)).toEqual({ B: 3 });
    expect(evenly(duty)).toEqual({ A: 1, B: 2 });
  });
});

const country: Country = {
  title: 'Somewhere',
  days: ['1813-08-26', '1813-08-30'],
  extent: { west: 0, east: 10, north: 10, south: 0 },
  places: {
    a: { name: 'A', kind: 'town', at: [0, 0] },
    b: { name: 'B', kind: 'town', at: [8, 4] },
    c: { name: 'C', kind: 'town', at: [0, 8] },
  },
  marches: [
    {
      id: 'm',
      side: 'french',
      short: 'M',
      name: 'M',
      arm: 'foot',
      days: [
        { date: '1813-08-26', place: 'a', mark: 'h' },
        { date: '1813-08-30', place: 'b', mark: 'x' },
      ],
    },
  ],
  instead: [{ march: 'm', join: 'j', days: [{ date: '1813-08-28', place: 'c', mark: 'f' }] }],
};

describe('marches', () => {
  it('between two known days by the share of the days', () => {
    const [march] = marchesOf(country, []);
    expect(standOn(country, march!, dayNumber('1813-08-28')).at).toEqual([4, 2]);
    expect(standOn(country, march!, dayNumber('1813-09-09')).at).toEqual([8, 4]);
    expect(dateOf(dayNumber('1813-08-31') + 1)).toBe('1813-09-01');
  });
  it('who has joined goes another way', () => {
    const [march] = marchesOf(country, ['j']);
    expect(march!.days.map(({ place }) => place)).toEqual(['a', 'c']);
  });
});

const band = (level: string, least: number, side: string, name: string) => ({
  level,
  least,
  most: least + 4,
  side,
  name,
});

describe('the scale', () => {
  it('names bands without the word they share', () => {
    const bands = [
      band('CM', -5, 'coalition', 'Coalition marginal victory'),
      band('FM', 0, 'french', 'French marginal victory'),
      band('FS', 5, 'french', 'French substantial victory'),
    ];
    expect(shortNames(bands)).toEqual(['Coalition marginal victory', 'marginal', 'substantial']);
    const other = ['étroite', 'nette', 'décisive'].map((how, i) =>
      band(how, 5 * i, 'french', `Victoire ${how} des Français`),
    );
    expect(shortNames(other)).toEqual(['étroite', 'nette', 'décisive']);
    expect(bandLook(bands[0]!, bands, ['french', 'coalition']).hatched).toBe(true);
    expect(bandLook(bands[2]!, bands, ['french', 'coalition']).hatched).toBe(false);
  });
  it('signs with a true minus', () => {
    expect([3, 0, -3].map(signed)).toEqual(['+3', '0', '−3']);
  });
});

describe('increments', () => {
  it('are never said without what they count', () => {
    for (const [words, what] of [
      [Object.values(campaignEn), /increment/],
      [Object.values(campaignFr), /élément/],
    ] as const) {
      const said = words.filter((text) => what.test(text));
      expect(said.length).toBeGreaterThan(4);
      for (const text of said) expect(text).toMatch(/strength|effectif/);
    }
  });
});

describe('addresses', () => {
  it('a campaign, perhaps by invitation', () => {
    expect(pageAt('/campaign/abc', '?seat=t')).toEqual({ kind: 'campaign', id: 'abc', seat: 't' });
  });
});
