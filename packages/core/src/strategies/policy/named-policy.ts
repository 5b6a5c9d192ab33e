/**
 * A policy whose definition stands in the program: the compiler knows its actions and variables.
 *
 * A misspelt variable, action or baseline then does not compile, and `decision.action` is one of the names.
 * Where the definition is data (a file, a request, a list made at run time), the names are any text, and
 * a named policy is an ordinary one. The names are types only: what is checked at run time is the same.
 */
import type { ContextDistribution } from '../../context/context-distribution.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';
import type { DecideOptions, Policy } from './policy.ts';
import type {
  ActionDefinition,
  BaselineDefinition,
  PolicyDefinition,
  VariableDefinition,
} from './policy-definition.ts';
import type { Receipt } from './receipt.ts';
import type { PlanSituation, SeasonPlan, TogetherOptions } from './season-plan.ts';
import type { VariableValue } from './variables.ts';

export interface NamedDefinition<
  ActionName extends string,
  VariableName extends string,
  BaselineName extends string = ActionName,
> extends Omit<PolicyDefinition, 'actions' | 'baseline' | 'context'> {
  readonly actions: readonly (ActionName | NamedAction<ActionName>)[];
  readonly baseline: NamedBaseline<BaselineName>;
  readonly context: Readonly<Record<VariableName, VariableDefinition>>;
}

/** Asks for a baseline among the actions, unless its name is known only at run time. */
export type WithBaseline<
  ActionName extends string,
  BaselineName extends string,
> = string extends BaselineName
  ? unknown
  : { readonly baseline: { readonly action: NoInfer<ActionName> } };

export interface NamedAction<ActionName extends string> extends ActionDefinition {
  readonly name: ActionName;
}

export interface NamedBaseline<BaselineName extends string> extends BaselineDefinition {
  readonly action: BaselineName;
}

export type NamedContext<VariableName extends string> =
  | Readonly<Record<VariableName, VariableValue>>
  | ContextDistribution;

export interface NamedOptions<ActionName extends string> extends DecideOptions {
  readonly baseline?: {
    readonly action?: ActionName;
    readonly reward?: number | RewardInterval;
  };
  readonly allowed?: readonly ActionName[];
  readonly proposal?: ActionName;
}

export interface NamedSituation<ActionName extends string, VariableName extends string>
  extends Omit<PlanSituation, 'allowed' | 'baseline' | 'context' | 'proposal'>,
    Pick<NamedOptions<ActionName>, 'allowed' | 'baseline' | 'proposal'> {
  readonly context: NamedContext<VariableName>;
}

export interface NamedReceipt<ActionName extends string> extends Receipt {
  readonly action: ActionName;
  readonly proposal: ActionName;
}

export interface NamedPlan<ActionName extends string> extends SeasonPlan {
  readonly receipts: readonly NamedReceipt<ActionName>[];
}

export interface NamedPolicy<ActionName extends string, VariableName extends string>
  extends Policy {
  decide(
    context: NamedContext<VariableName>,
    options?: NamedOptions<ActionName>,
  ): NamedReceipt<ActionName>;
  preview(
    context: NamedContext<VariableName>,
    options?: NamedOptions<ActionName>,
  ): NamedReceipt<ActionName>;
  decideTogether(
    situations: readonly NamedSituation<ActionName, VariableName>[],
    options?: TogetherOptions,
  ): NamedPlan<ActionName>;
  previewTogether(
    situations: readonly NamedSituation<ActionName, VariableName>[],
    options?: TogetherOptions,
  ): NamedPlan<ActionName>;
}
