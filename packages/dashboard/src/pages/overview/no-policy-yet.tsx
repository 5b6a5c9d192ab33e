/**
 * The overview of a service that has nothing to show: how to make the first policy.
 */
import type { JSX } from 'preact';
import { NEW_FARM_ADDRESS } from '../../addresses/route.ts';
import { CopyText } from '../../design/copy-text.tsx';
import { firstDecisionCommand } from './first-decision-command.ts';

export function NoPolicyYet(): JSX.Element {
  return (
    <section class="card stack">
      <div class="stack-tight">
        <h2>No policy yet</h2>
        <p class="card-lead">
          A policy is made by its first decision. Say what you can do, what you usually do, what you
          know of the situation, and how much of your usual result you can spare. This one is for a
          farmer with three kinds of maize, who usually sows “local”:
        </p>
      </div>
      <CopyText text={firstDecisionCommand(location.origin)} what="the command" />
      <p class="soft">
        Run it in a terminal; the policy appears here within a few seconds. For fields and hybrids
        there is a form: <a href={NEW_FARM_ADDRESS}>make a farm of your own</a>. To watch a whole
        season at once, run <code>npx hedgerow demo</code>. To try ideas without a service, open the{' '}
        <a href="#/playground">playground</a>.
      </p>
    </section>
  );
}
