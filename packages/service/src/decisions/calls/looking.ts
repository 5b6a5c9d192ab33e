/**
 * Looking at policies and decisions: whole, or as one site may see them.
 */
import { parseDecisionId } from '../../journal/decision-id.ts';
import { halted, unknownDecision } from '../../problems/refusals.ts';
import type { AuditView, SitesView } from '../../wire.ts';
import type { AuditOptions, DecisionService } from '../decision-service.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { type AuditSubject, auditPolicy } from '../views/audit.ts';
import { corridor } from '../views/corridor.ts';
import { decisionLogPages } from '../views/decision-log.ts';
import { decisionPage, decisionView, sitePage, summaryOf } from '../views/decision-views.ts';
import { forecastsView } from '../views/forecasts-view.ts';
import { policyTerms } from '../views/policy-terms.ts';
import { policyView } from '../views/policy-view.ts';
import { siteReceipt } from '../views/site-receipt.ts';
import { type SiteSummary, summariseSite, withoutRewards } from '../views/site-view.ts';
import { sitesView, tallySites } from '../views/sites-view.ts';
import { createFailureSum, listPolicies } from './listing.ts';
import { type Room, siteOnly } from './room.ts';
import { createTotals } from './totals.ts';

type Looking = LookingAtPolicies & LookingAtDecisions;
type LookingAtPolicies = Pick<
  DecisionService,
  | 'policies'
  | 'policy'
  | 'terms'
  | 'definition'
  | 'sites'
  | 'corridor'
  | 'weights'
  | 'forecasts'
  | 'audit'
  | 'failureProbability'
  | 'totals'
>;
type LookingAtDecisions = Pick<
  DecisionService,
  'decision' | 'decisionByKey' | 'decisions' | 'allDecisions' | 'decisionLog'
>;

export function looking(room: Room): Looking {
  return { ...lookingAtPolicies(room), ...lookingAtDecisions(room) };
}

function lookingAtPolicies(room: Room): LookingAtPolicies {
  const { journal } = room;
  const failureProbability = (id: string) => room.look(id, ofAllGenerations);
  const failureSum = createFailureSum(room, failureProbability);
  const policy: Looking['policy'] = async (id, site) =>
    site === undefined ? room.look(id, policyView) : (await atSite(room, id, site)).view;
  return {
    policies: (options = {}) => listPolicies(room, options, policy),
    policy,
    terms: (id) => room.look(id, policyTerms),
    definition: (id, site) =>
      room.look(id, (state) => {
        const definition = definitionOf(state);
        const generation = generationOf(state);
        const shown = site === undefined ? definition : withoutRewards(definition);
        return { policy: id, generation, definition: shown };
      }),
    sites: (id, site) => room.long.share(nameOf('sites', id, site), () => sites(room, id, site)),
    corridor: (id, points, site, span = {}) =>
      room.long.share(nameOf('corridor', id, points, site, span), async () => {
        const { definition: asked, reserve, generation, counts } = await policy(id, site);
        const definition = { ...asked, reserve: reserve.granted };
        const pages = journal.scanDecisions(id, generation, site);
        const decisionCount = counts.decisions;
        return room.read(() => corridor({ definition, pages, decisionCount, points, span }));
      }),
    forecasts: (id) => room.look(id, forecastsView),
    weights: (id) =>
      room.look(id, (state) => {
        if (state.core === null) throw halted(state.halt?.detail ?? '');
        return { policy: id, generation: generationOf(state), ...state.core.weights() };
      }),
    audit: (id, options = {}) => audit(room, id, options, failureSum),
    failureProbability,
    totals: createTotals(room),
  };
}

function lookingAtDecisions(room: Room): LookingAtDecisions {
  const { journal } = room;
  return {
    decision: (id, site) => {
      if (parseDecisionId(id) === null) return Promise.reject(unknownDecision());
      return room.read(() => decisionView(journal, id, site));
    },
    decisionByKey: (policy, { scope, text }) =>
      room.read(async () => {
        if (text === null) return null;
        return (await journal.findByKey(policy, scope, text))?.id ?? null;
      }),
    decisions: async (policy, filter) => {
      const generation = await room.look(policy, generationOf);
      const own = { generation, ...filter };
      return room.read(() =>
        filter.site === undefined
          ? decisionPage(journal, policy, filter)
          : sitePage(journal, policy, own),
      );
    },
    async *allDecisions(policy, site) {
      const generation = await room.look(policy, generationOf);
      for await (const page of room.readPages(journal.scanDecisions(policy, generation, site))) {
        yield page.map(summaryOf);
      }
    },
    async *decisionLog(policy, site) {
      const generation = await room.look(policy, generationOf);
      for await (const page of room.readPages(journal.scanDecisions(policy, generation, site))) {
        for await (const lines of room.readPages(decisionLogPages(journal, page))) {
          yield site === undefined
            ? lines
            : lines.map((line) => ({ ...line, receipt: siteReceipt(line.receipt) }));
        }
      }
    },
  };
}

async function audit(
  room: Room,
  policy: string,
  { policies, site, total }: AuditOptions,
  failureSum: ReturnType<typeof createFailureSum>,
): Promise<AuditView> {
  const whole = await room.look(policy, (state) => ({
    view: policyView(state),
    tightest: state.tightest,
    lastSequence: state.sequence,
    least: leastMargin(state),
    failureProbabilityAllGenerations: ofAllGenerations(state),
  }));
  const { view, failureProbabilityAllGenerations } = whole;
  const subject =
    site === undefined
      ? whole
      : { ...(await atSite(room, policy, site)), least: null, failureProbabilityAllGenerations };
  const failureProbabilityTotal =
    site === undefined ? (total ?? (await failureSum(policies))) : failureProbabilityAllGenerations;
  const [journal, { version }] = [room.journal, view];
  return room.read(() =>
    auditPolicy({
      journal,
      subject,
      failureProbabilityTotal,
      version,
      pause: room.pause,
      ...siteOnly(site),
    }),
  );
}

async function sites(room: Room, policy: string, site: string | undefined): Promise<SitesView> {
  const { generation, expiredThrough } = await room.look(policy, presentOf);
  const pages = room.journal.scanDecisions(policy, generation, site);
  const tallies = await room.read(() => tallySites(pages, expiredThrough));
  return room.look(policy, (state) => sitesView(state, { generation, tallies, site }));
}

/** The policy as one site may see it. */
function atSite(room: Room, policy: string, site: string): Promise<SiteSummary> {
  return room.long.share(nameOf('site', policy, site), () => summarise(room, policy, site));
}

async function summarise(room: Room, policy: string, site: string): Promise<SiteSummary> {
  const { view, margin, expiredThrough } = await room.look(policy, (state) => ({
    view: policyView(state),
    margin: state.core?.margin(site) ?? null,
    ...presentOf(state),
  }));
  const pages = room.journal.scanDecisions(policy, view.generation, site);
  return room.read(() => summariseSite({ view, site, margin, pages, expiredThrough }));
}

/** The present generation, and up to which of its decisions nothing is expected any more. */
function presentOf(state: PolicyState) {
  return { generation: generationOf(state), expiredThrough: state.expiry.through };
}

/** The smallest budget of all that decide under the policy, and whose it is; null while it is halted. */
function leastMargin({ core }: PolicyState): AuditSubject['least'] {
  if (core === null) return null;
  let least = { site: null as string | null, margin: core.margin() };
  for (const site of core.sites) {
    const margin = core.margin(site);
    if (margin < least.margin) least = { site, margin };
  }
  return least;
}

function ofAllGenerations({ generations }: PolicyState): number {
  return generations.reduce((sum, { promise }) => sum + promise.failureProbability, 0);
}

/** The name of a look that takes long: what is asked, word by word. */
function nameOf(...asked: readonly unknown[]): string {
  return JSON.stringify(asked);
}
