/**
 * The same policy as a library beside one in a service: it is asked and told the same in the same order, with the same coins, and
 * after every call its books must be the same number, to the bit. What came too late for the service is not told to it either: such
 * decisions count as the worst they can be, there and here.
 */
import { createHmac } from 'node:crypto';
import {
  createEngine,
  createPolicy,
  type ExecutedShare,
  type GiveUp,
  type KernelEngine,
  type PartRewards,
  type PlanSituation,
  type Policy,
  type PolicyDefinition,
  type Receipt,
} from '@hedgerow/core';
import type { IssuedReceipt, SubjectRequest, Told } from '@hedgerow/lab/thornbush';

/** Memory that all of them share. */
const engine: KernelEngine = createEngine();

export interface TwinOptions {
  readonly definition: PolicyDefinition;
  /** The name of the policy in the service. */
  readonly policy: string;
  readonly coinKey: Uint8Array;
}

/** What is said of a decision. */
export type Message =
  | { readonly kind: 'observe' | 'correct'; readonly reward: number | PartRewards }
  | { readonly kind: 'confirm'; readonly executed?: ExecutedShare }
  | { readonly kind: 'fellBack' | 'cancel'; readonly why: GiveUp };

export class TwinBooks {
  readonly faults: string[] = [];
  readonly #policy: Policy;
  /** Ids of decisions here by those in the service. */
  readonly #ids = new Map<string, string>();
  #hasSiteless = false;

  constructor({ definition, policy, coinKey }: TwinOptions) {
    const coin = (sequence: number) => coinOf(coinKey, policy, sequence);
    this.#policy = createPolicy(definition, { engine, coin });
  }

  decided(receipt: IssuedReceipt, { z, mode, ...options }: SubjectRequest): void {
    this.#policy.safeMode = mode === 'safe-mode';
    this.#compare(
      [receipt],
      [this.#policy.decide({ z }, { ...options, shadow: mode === 'shadow' })],
    );
    this.#hasSiteless ||= options.site === undefined;
  }

  planned(
    receipts: readonly IssuedReceipt[],
    requests: readonly SubjectRequest[],
    group: string,
  ): void {
    const { mode, period } = requests[0]!;
    this.#policy.safeMode = mode === 'safe-mode';
    const situations = requests.map(
      ({ z, mode: _mode, group: _group, period: _period, ...own }) => ({
        ...own,
        context: { z },
      }),
    ) as PlanSituation[];
    const named = period === undefined ? {} : { period };
    const plan = this.#policy.decideTogether(situations, {
      shadow: mode === 'shadow',
      group,
      ...named,
    });
    this.#compare(receipts, plan.receipts);
    this.#hasSiteless ||= requests.some(({ site }) => site === undefined);
  }

  closedGroup(): void {
    this.#policy.closeGroup();
  }

  told(decision: string, message: Message, outcome: Told): void {
    if (outcome === 'expired') return;
    const id = this.#ids.get(decision)!;
    const own = this.#tell(id, message);
    if (own !== outcome) {
      this.faults.push(`what was said of ${decision} was ${outcome}, and ${own} in the library`);
    }
  }

  #tell(id: string, message: Message): Told {
    switch (message.kind) {
      case 'observe':
      case 'correct':
        return this.#policy[message.kind](id, message.reward);
      case 'confirm':
        return this.#policy.confirm(id, message.executed);
      default:
        return this.#policy[message.kind](id, message.why);
    }
  }

  /** The margin of a site, or the least of all that have decided, must be the one that is shown. */
  compareMargin(shown: number | null, site: string | undefined): void {
    const { sites } = this.#policy;
    const all = sites.map((name) => this.#policy.margin(name));
    if (this.#hasSiteless || sites.length === 0) all.push(this.#policy.margin());
    const own = site === undefined ? Math.min(...all) : this.#policy.margin(site);
    if (own === shown) return;
    this.faults.push(`the margin shown is ${shown}, and ${own} in the library`);
  }

  #compare(receipts: readonly IssuedReceipt[], own: readonly Receipt[]): void {
    for (const [i, receipt] of receipts.entries()) {
      const twin = own[i];
      if (twin !== undefined) this.#ids.set(receipt.id, twin.id);
      const isSame =
        twin !== undefined &&
        twin.action === receipt.action &&
        twin.chosenBy === receipt.chosenBy &&
        twin.margin.before === receipt.margin.before &&
        twin.margin.after === receipt.margin.after;
      if (!isSame) {
        this.faults.push(
          `${receipt.id} is ${receipt.action} with a margin of ${receipt.margin.after}, and ${twin?.action} with ${twin?.margin.after} in the library`,
        );
      }
    }
  }
}

/** The coin of a decision, as 0009-coin.md tells it. */
function coinOf(key: Uint8Array, policy: string, sequence: number): number {
  const text = JSON.stringify(['hedgerow-coin', policy, 1, sequence]);
  const digest = createHmac('sha256', key).update(text).digest();
  return Number(digest.readBigUInt64BE() >> 11n) * 2 ** -53;
}
