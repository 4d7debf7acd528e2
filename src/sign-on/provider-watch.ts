import { SECOND_MS } from '../platform/time.ts';
import { type Fault, faultOf } from './faults.ts';
import type { Provider } from './provider.ts';

type Metadata = Awaited<ReturnType<Provider['look']>>;

interface WatchDeps {
  readonly provider: Pick<Provider, 'look'>;
  readonly groupsClaim: string;
  readonly now: () => number;
}

/** What a provider says that it can; null where it says nothing. */
interface Abilities {
  readonly pkce: boolean | null;
  readonly backChannelLogout: boolean;
  readonly endSession: boolean;
  readonly offlineAccess: boolean | null;
  readonly groupsClaim: boolean | null;
}

interface ProviderState {
  readonly fault: Fault | null;
  readonly detail: string | null;
  /** Since when this instance gets no answer. */
  readonly awaySince: Date | null;
  readonly abilities: Abilities | null;
}

/** A page that is loaded again does not ask again. */
const FRESH_MS = 5 * SECOND_MS;

/** The state of the provider, as this instance sees it. */
export class ProviderWatch {
  readonly #deps: WatchDeps;
  #awaySince: Date | undefined;
  #last: { readonly at: number; readonly state: Promise<Omit<ProviderState, 'awaySince'>> } | undefined;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** The provider has answered, or not. */
  contact(isThere: boolean): void {
    this.#awaySince = isThere ? undefined : (this.#awaySince ?? new Date(this.#deps.now()));
  }

  /** Throws while the provider is away: the address that is known would lead a browser to a page that does not answer. */
  async reach(): Promise<void> {
    if (this.#awaySince === undefined) return;
    await this.#deps.provider.look();
    this.contact(true);
  }

  /** Asks the provider for its metadata. */
  async look(): Promise<ProviderState> {
    const at = performance.now();
    if (this.#last === undefined || at - this.#last.at >= FRESH_MS) this.#last = { at, state: this.#look() };
    return { ...(await this.#last.state), awaySince: this.#awaySince ?? null };
  }

  async #look(): Promise<Omit<ProviderState, 'awaySince'>> {
    try {
      const abilities = abilitiesOf(await this.#deps.provider.look(), this.#deps.groupsClaim);
      this.contact(true);
      return { fault: null, detail: null, abilities };
    } catch (error) {
      const report = faultOf(error);
      this.contact(report.fault !== 'UNREACHABLE');
      return { ...report, abilities: null };
    }
  }
}

function abilitiesOf(metadata: Metadata, groupsClaim: string): Abilities {
  const has = (list: unknown, value: string) => (Array.isArray(list) ? list.includes(value) : null);
  return {
    pkce: has(metadata.code_challenge_methods_supported, 'S256'),
    backChannelLogout: metadata.backchannel_logout_supported === true,
    endSession: metadata.end_session_endpoint !== undefined,
    offlineAccess: has(metadata.scopes_supported, 'offline_access'),
    groupsClaim: has(metadata.claims_supported, groupsClaim),
  };
}
