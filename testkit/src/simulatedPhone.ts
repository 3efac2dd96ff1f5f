import { AsyncLocalStorage } from 'node:async_hooks';

/** The phone that makes a request: for tests, in which all phones live in one process. */
export const requesting = new AsyncLocalStorage<Pick<SimulatedPhone<unknown>, 'send'>>();

type TestNetwork = 'good' | 'none' | 'losesAnswers' | 'unavailable';

/**
 * A browser of its own, with its network, its tabs and one lock for them, without any page: what runs in a tab is given.
 * Time does not pass by itself.
 */
export class SimulatedPhone<App> {
  network: TestNetwork = 'good';
  tabs: SimulatedTab<App>[] = [];
  /** Set while a tab is to be killed during its next request. */
  hanging: { reached: () => void; isDelivered: boolean } | undefined;
  #waiting: { tab: SimulatedTab<App>; run: () => Promise<void> }[] = [];
  #holder: SimulatedTab<App> | undefined;
  readonly #start: (tab: SimulatedTab<App>) => App;

  /** @param start runs the app in a tab that has opened */
  constructor(start: (tab: SimulatedTab<App>) => App) {
    this.#start = start;
    this.open();
  }

  open(): void {
    this.tabs.push(new SimulatedTab(this, this.#start));
  }

  kill(tab: SimulatedTab<App>): void {
    tab.isKilled = true;
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    if (this.#holder === tab) this.#release();
    if (this.tabs.length === 0) this.open();
  }

  /** A Web Lock: a killed tab loses it. */
  lock(tab: SimulatedTab<App>, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tab, run: () => work().then(resolve, reject) });
      if (!this.#holder) this.#release();
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.tab;
    void next?.run().then(() => this.#holder === next.tab && this.#release());
  }

  /** @param reach makes the request on the real network */
  async send(reach: () => Promise<Response>): Promise<Response> {
    const { hanging } = this;
    if (hanging) {
      this.hanging = undefined;
      if (hanging.isDelivered) await reach();
      hanging.reached();
      return never();
    }
    if (this.network === 'none') throw new TypeError('no network');
    if (this.network === 'unavailable') return Response.json({ message: 'Busy', traceId: '1' }, { status: 503 });
    const answer = await reach();
    if (this.network === 'losesAnswers') throw new TypeError('the answer was lost');
    return answer;
  }
}

const never = () => new Promise<never>(() => {});

export class SimulatedTab<App> {
  isKilled = false;
  readonly phone: SimulatedPhone<App>;
  readonly app: App;

  constructor(phone: SimulatedPhone<App>, start: (tab: SimulatedTab<App>) => App) {
    this.phone = phone;
    this.app = start(this);
  }

  /** Nothing happens in a killed tab any more. */
  whileAlive<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      if (this.isKilled) return never();
      const result = await run(...args);
      return this.isKilled ? never() : result;
    };
  }
}
