import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backOff, type LineStatus, Lost, No, TableLine } from '../src/api/line';
import type { Incoming } from '../src/api/wire';

class FakeSocket {
  static made: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { type: string; seq: number }[] = [];
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function line() {
  const heard: Incoming[] = [];
  const told: LineStatus[] = [];
  let n = -1;
  const made = new TableLine(
    () => `ws://x/?after=${n}`,
    { message: (m) => heard.push(m), status: (s) => told.push(s) },
    (address) => new FakeSocket(address) as unknown as WebSocket,
  );
  made.connect();
  return { made, heard, told, seen: (to: number) => (n = to) };
}
const last = () => FakeSocket.made[FakeSocket.made.length - 1]!;

describe('the line to a table', () => {
  beforeEach(() => {
    FakeSocket.made = [];
    vi.useFakeTimers();
    vi.stubGlobal('window', globalThis);
  });

  it('gives replies to those who asked', async () => {
    const { made } = line();
    last().hear({ type: 'hello' });
    const first = made.ask({ type: 'ping' });
    const second = made.ask({ type: 'log' });
    const [a, b] = last().sent;
    last().hear({ type: 'log', seq: b!.seq, n: 2 });
    last().hear({ type: 'pong', seq: a!.seq, n: 1 });
    expect((await first).n).toBe(1);
    expect((await second).n).toBe(2);
  });

  it('turns a refusal into an error with its words', async () => {
    const { made } = line();
    last().hear({ type: 'hello' });
    const asked = made.ask({ type: 'answer' });
    last().hear({ type: 'refused', seq: last().sent[0]!.seq, code: 'stale', reason: 'no' });
    await expect(asked).rejects.toBeInstanceOf(No);
  });

  it('rejects what waits when it is lost, connects again and names the last line seen', async () => {
    const { made, told, seen } = line();
    last().hear({ type: 'hello' });
    const asked = made.ask({ type: 'answer' });
    seen(41);
    last().onclose?.({ code: 1006 });
    await expect(asked).rejects.toBeInstanceOf(Lost);
    expect(made.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.made).toHaveLength(2);
    expect(last().address).toContain('after=41');
    last().hear({ type: 'hello' });
    expect(told).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
  });

  it('does not knock again where it is not let in', async () => {
    const { made } = line();
    last().onclose?.({ code: 1008 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(made.status).toBe('ended');
  });

  it('cuts a line that does not answer', async () => {
    const { made } = line();
    last().hear({ type: 'hello' });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(made.status).not.toBe('open');
  });

  it('waits longer each time, up to a limit', () => {
    const waits = [0, 1, 2, 3, 9].map((attempt) => backOff(attempt, 0.5));
    expect(waits).toEqual([500, 1000, 2000, 4000, 15000]);
  });
});
