/**
 * Looking at policies and decisions: whole, or as one site may see them.
 */
import { parseDecisionId } from '../../journal/decision-id.ts';
import { halted, stillReading, unknownDecision } from '../../problems/refusals.ts';
import type { AuditView } from '../../wire.ts';
import type { AuditOptions, DecisionService } from '../decision-service.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { auditPolicy } from '../views/audit.ts';
import { corridor } from '../views/corridor.ts';
import { decisionLogPage } from '../views/decision-log.ts';
import { decisionPage, decisionView, sitePage, summaryOf } from '../views/decision-views.ts';
import { forecastsView } from '../views/forecasts-view.ts';
import { policyView } from '../views/policy-view.ts';
import { siteReceipt } from '../views/site-receipt.ts';
import { type SiteSummary, summariseSite, withoutRewards } from '../views/site-view.ts';
import { sitesView, tallySites } from '../views/sites-view.ts';
import { allLines, listPolicies } from './listing.ts';
import { type Room, siteOnly } from './room.ts';
import { createTotals } from './totals.ts';

type Looking = LookingAtPolicies & LookingAtDecisions;
type LookingAtPolicies = Pick<
  DecisionService,
  | 'policies'
  | 'policy'
  | 'definition'
  | 'sites'
  | 'corridor'
  | 'weights'
  | 'forecasts'
  | 'audit'
  | 'totals'
>;
type LookingAtDecisions = Pick<
  DecisionService,
  'decision' | 'decisions' | 'allDecisions' | 'decisionLog'
>;

export function looking(room: Room): Looking {
  return { ...lookingAtPolicies(room), ...lookingAtDecisions(room) };
}

function lookingAtPolicies(room: Room): LookingAtPolicies {
  const { journal } = room;
  const policy: Looking['policy'] = async (id, site) =>
    site === undefined ? room.look(id, policyView) : (await atSite(room, id, site)).view;
  return {
    policies: async ({ site, ...options } = {}) => {
      const page = await listPolicies(room, options);
      if (site === undefined) return page;
      const policies = await Promise.all(page.policies.map(({ id }) => policy(id, site)));
      return { ...page, policies };
    },
    policy,
    definition: (id, site) =>
      room.look(id, (state) => {
        const definition = definitionOf(state);
        const generation = generationOf(state);
        const shown = site === undefined ? definition : withoutRewards(definition);
        return { policy: id, generation, definition: shown };
      }),
    sites: async (id, site) => {
      const generation = await room.look(id, generationOf);
      const pages = journal.scanDecisions(id, generation, site);
      const tallies = await room.read(() => tallySites(pages));
      return room.look(id, (state) => sitesView(state, { generation, tallies, site }));
    },
    corridor: async (id, points, site) => {
      const { definition: asked, reserve, generation, counts } = await policy(id, site);
      const definition = { ...asked, reserve: reserve.granted };
      const pages = journal.scanDecisions(id, generation, site);
      const decisionCount = counts.decisions;
      return room.read(() => corridor({ definition, pages, decisionCount, points }));
    },
    forecasts: (id) => room.look(id, forecastsView),
    weights: (id) =>
      room.look(id, (state) => {
        if (state.core === null) throw halted(state.halt?.detail ?? '');
        return { policy: id, generation: generationOf(state), ...state.core.weights() };
      }),
    audit: (id, options = {}) => audit(room, id, options),
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
      for await (const page of journal.scanDecisions(policy, generation, site)) {
        yield page.map(summaryOf);
      }
    },
    async *decisionLog(policy, site) {
      const generation = await room.look(policy, generationOf);
      for await (const page of journal.scanDecisions(policy, generation, site)) {
        const lines = await decisionLogPage(journal, page);
        yield site === undefined
          ? lines
          : lines.map((line) => ({ ...line, receipt: siteReceipt(line.receipt) }));
      }
    },
  };
}

async function audit(
  room: Room,
  policy: string,
  { policies, site }: AuditOptions,
): Promise<AuditView> {
  const whole = await room.look(policy, (state) => ({
    view: policyView(state),
    tightest: state.tightest,
    failureProbabilityAllGenerations: failureProbabilityOf(state),
  }));
  const { view, failureProbabilityAllGenerations } = whole;
  const subject =
    site === undefined
      ? whole
      : { ...(await atSite(room, policy, site)), failureProbabilityAllGenerations };
  const failureProbabilityTotal =
    site === undefined
      ? await failureProbabilityOfAll(room, policies)
      : failureProbabilityAllGenerations;
  const [journal, { version }] = [room.journal, view];
  return room.read(() =>
    auditPolicy({ journal, subject, failureProbabilityTotal, version, ...siteOnly(site) }),
  );
}

/** The policy as one site may see it. */
async function atSite(room: Room, policy: string, site: string): Promise<SiteSummary> {
  const { view, margin } = await room.look(policy, (state) => ({
    view: policyView(state),
    margin: state.core?.margin(site) ?? null,
  }));
  const pages = room.journal.scanDecisions(policy, view.generation, site);
  return room.read(() => summariseSite({ view, site, margin, pages }));
}

/** Policies that one audit may load because their lines are behind. */
const LOADED_MAX = 50;

/** Promises that were made count, also those of policies that are archived. */
async function failureProbabilityOfAll(room: Room, policies?: readonly string[]): Promise<number> {
  let sum = 0;
  let loadedCount = 0;
  for await (const lines of allLines(room, policies)) {
    for (const { policy, standing } of lines) {
      if (standing === null && ++loadedCount > LOADED_MAX) throw stillReading();
      sum += standing?.failureProbability ?? (await room.look(policy, failureProbabilityOf));
    }
  }
  return sum;
}

function failureProbabilityOf({ generations }: PolicyState): number {
  return generations.reduce((sum, { promise }) => sum + promise.failureProbability, 0);
}
