/**
 * Works out the standing that goes with every append, at little cost: what a turn has not touched is known from
 * the last one.
 *
 *     budgets     a site's changes when something is decided or told there; all may change with anything that
 *                 is said about the policy as a whole, and when a group begins or is closed
 *     outline     is handed in when it is another than the one that is stored
 */
import type { EntryBody } from '../../journal/entry.ts';
import type { NewEntry } from '../../journal/journal.ts';
import type { PolicyLine, Standing } from '../../journal/standing.ts';
import type { Generation, PolicyState } from '../fold/policy-state.ts';
import type { StandingBody } from '../views/listed-view.ts';
import { hasSiteless, numbersOf, outlineOf, progressOf } from '../views/policy-view.ts';

/** Sites whose budgets are in a standing. */
const SITES_SHOWN = 20;

export class StandingBook {
  /** By site; null for decisions that name none. */
  readonly #margins = new Map<string | null, number>();
  /** The groups as they were when the budgets were worked out. */
  #groups = '';
  #isWhole = false;
  /** The generation whose outline is stored. */
  #outlined: Generation | null = null;

  /** Whether the line in the journal says of a state that was just loaded what is so. */
  isTrue(state: PolicyState, line: PolicyLine | null): boolean {
    if (line === null || state.generations.length === 0) return true;
    if (line.version !== state.version || line.hash !== state.hash) return true;
    const isTrue = line.standing?.isHalted === (state.halt !== null);
    if (isTrue) this.#outlined = state.generations.at(-1) ?? null;
    return isTrue;
  }

  /** The standing of the state, after entries that were appended to the last one. */
  after(state: PolicyState, entries: readonly NewEntry[]): Standing {
    this.#update(state, entries);
    const generation = state.generations.at(-1)!;
    const isOutlined = this.#outlined === generation;
    this.#outlined = generation;
    return { ...this.#standing(state), ...(isOutlined ? {} : outlineText(state)) };
  }

  /** Others have written: every budget may have changed. */
  forget(): void {
    this.#isWhole = false;
  }

  /** All of it, whatever is stored. */
  whole(state: PolicyState): Standing {
    this.forget();
    this.#outlined = null;
    return this.after(state, []);
  }

  #standing(state: PolicyState): Standing {
    const margin = state.core === null ? null : Math.min(...this.#margins.values());
    const body: StandingBody = { ...progressOf(state), ...this.#leastSites() };
    return { ...numbersOf(state, margin), text: JSON.stringify(body) };
  }

  #update(state: PolicyState, entries: readonly NewEntry[]): void {
    const { core } = state;
    const groups = JSON.stringify([state.openGroup, state.closedGroup]);
    const isPartial =
      this.#isWhole && groups === this.#groups && entries.every(({ body }) => isOfOneSite(body));
    this.#groups = groups;
    this.#isWhole = core !== null;
    if (core === null) return;
    if (!isPartial) this.#margins.clear();
    const sites = isPartial ? entries.map(({ body }) => siteOf(body)) : allSites(state);
    for (const site of new Set(sites)) {
      // What is told of an earlier generation may name a site that has not decided anything in this one.
      const isBooked = this.#margins.has(site) || !isPartial || isSite(state, site);
      if (isBooked) this.#margins.set(site, core.margin(site ?? undefined));
    }
  }

  #leastSites(): Pick<StandingBody, 'sites'> {
    const least: [string, number][] = [];
    let count = 0;
    for (const [site, margin] of this.#margins) {
      if (site === null) continue;
      count += 1;
      enterLeast(least, [site, margin]);
    }
    return count === 0 ? {} : { sites: { count, least } };
  }
}

function outlineText(state: PolicyState): Pick<Standing, 'outline'> {
  return { outline: JSON.stringify(outlineOf(state)) };
}

function allSites(state: PolicyState): (string | null)[] {
  return [...(state.core?.sites ?? []), ...(hasSiteless(state) ? [null] : [])];
}

function isSite(state: PolicyState, site: string | null): boolean {
  return site === null ? hasSiteless(state) : state.core!.sites.includes(site);
}

/** Enters one into the list of those that have least, in their order, if it belongs there. */
function enterLeast(least: [string, number][], one: [string, number]): void {
  const last = least.at(-1);
  if (least.length === SITES_SHOWN && last !== undefined && last[1] <= one[1]) return;
  const place = least.findLastIndex(([, margin]) => margin <= one[1]) + 1;
  least.splice(place, 0, one);
  if (least.length > SITES_SHOWN) least.pop();
}

/** Whether an entry moves the budget of no site but its own. */
function isOfOneSite(body: EntryBody): boolean {
  return body.kind === 'decided' || 'decision' in body;
}

function siteOf(body: EntryBody): string | null {
  if (body.kind === 'decided') return body.receipt.site ?? null;
  return ('site' in body ? body.site : undefined) ?? null;
}
