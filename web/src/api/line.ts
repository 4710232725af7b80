/**
 * The line to a table. Sends with numbers and gives back the answers; reconnects by itself, each
 * time a little later, and asks for what it missed. It holds no state of the battle.
 */

import type { Incoming, Refused, Reply } from './wire';

export type LineStatus = 'connecting' | 'open' | 'lost' | 'ended';

export interface LineEvents {
  readonly message: (message: Incoming) => void;
  readonly status: (status: LineStatus, retryAt: number) => void;
}

export class Lost extends Error {}

/** The server said no; nothing has changed. */
export class No extends Error {
  constructor(readonly refused: Refused) {
    super(refused.reason);
  }
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (problem: Error) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const HEARTBEAT = 20_000;
const PATIENCE = 10_000;
const VIOLATION = 1008;

/** How long to wait before the next attempt; a little by chance, so that not all come at once. */
export function backOff(attempt: number, chance = Math.random()): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return Math.round(wait * (0.75 + chance / 2));
}

export class TableLine {
  private socket: WebSocket | null = null;
  private seq = 0;
  private attempts = 0;
  private timer = 0;
  private heart = 0;
  private ended = false;
  private readonly waiting = new Map<number, Waiting>();
  status: LineStatus = 'connecting';

  constructor(
    /** The address, given anew for each connection: it names the last line that was seen. */
    private readonly address: () => string,
    private readonly events: LineEvents,
    private readonly make: (address: string) => WebSocket = (address) => new WebSocket(address),
  ) {}

  connect(): void {
    clearTimeout(this.timer);
    if (this.ended || this.socket) return;
    this.tell('connecting');
    const socket = this.make(this.address());
    this.socket = socket;
    socket.onmessage = ({ data }) => this.hear(String(data));
    socket.onclose = ({ code }) => this.closed(socket, code);
  }

  /** Try again at once. */
  hurry(): void {
    if (this.status === 'lost') this.connect();
  }

  private tell(status: LineStatus, retryAt = 0): void {
    this.status = status;
    this.events.status(status, retryAt);
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as Incoming & { seq?: number };
    if (message.type === 'hello') {
      this.attempts = 0;
      this.tell('open');
      this.beat();
    }
    const waiting = message.seq ? this.waiting.get(message.seq) : undefined;
    if (waiting) {
      this.waiting.delete(message.seq!);
      if (message.type === 'refused' || message.type === 'error') waiting.reject(new No(message));
      else waiting.resolve(message as unknown as Reply);
    }
    this.events.message(message);
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    clearInterval(this.heart);
    for (const { reject } of this.waiting.values()) reject(new Lost('the line was lost'));
    this.waiting.clear();
    if (this.ended || code === VIOLATION) {
      this.ended = true;
      this.tell('ended');
      return;
    }
    const wait = backOff(this.attempts++);
    this.timer = window.setTimeout(() => this.connect(), wait);
    this.tell('lost', Date.now() + wait);
  }

  /** A line can die without a word: ask now and then. */
  private beat(): void {
    clearInterval(this.heart);
    this.heart = window.setInterval(() => {
      const socket = this.socket;
      const dead = window.setTimeout(() => socket?.close(), PATIENCE);
      this.ask({ type: 'ping' }).then(
        () => clearTimeout(dead),
        () => clearTimeout(dead),
      );
    }, HEARTBEAT);
  }

  /** Sends a message and waits for its reply. Rejects with `No` or `Lost`. */
  ask(message: { readonly type: string; readonly [field: string]: unknown }): Promise<Reply> {
    const socket = this.socket;
    if (this.status !== 'open' || !socket) return Promise.reject(new Lost('there is no line'));
    const seq = ++this.seq;
    return new Promise((resolve, reject) => {
      this.waiting.set(seq, { resolve, reject });
      socket.send(JSON.stringify({ ...message, seq }));
    });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close();
    this.socket = null;
  }
}
