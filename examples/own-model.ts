/*
 * Models of one's own behind the gate. A shop shows one of three pages; who likes what depends on the
 * hour in steps, which the policy's own straight-line model cannot learn. Four models propose: boosted
 * trees, a small neural net, a language model (here a tiny one that continues sentences) whose answers
 * are read as text, and one that is simply wrong. All are heard, none is trusted: `proposal` only says
 * what somebody would like, and the books decide as ever.
 */
import { createPolicy } from '@hedgerow/core';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const ACTIONS = ['usual', 'breakfast', 'film'] as const;
type Action = (typeof ACTIONS)[number];
const ROUNDS = 1500;

/** What truly happens; no model sees it. */
const LIKED: Record<Action, (hour: number) => number> = {
  usual: () => 0.5,
  breakfast: (hour) => (hour >= 6 && hour < 10 ? 0.9 : 0.2),
  film: (hour) => (hour >= 18 ? 0.85 : 0.25),
};

interface Model {
  /** What it would show at this hour; null if it has no wish. */
  propose(hour: number): Action | null;
  learn(hour: number, action: Action, reward: number): void;
}

/** Boosted trees: every tree is one cut and two values, fitted to what the ones before have left. */
function boostedTrees(): Model {
  const seen = new Map<Action, [hour: number, reward: number][]>(ACTIONS.map((name) => [name, []]));
  const trees = new Map<Action, Tree[]>();
  return {
    propose: (hour) => best((action) => treesAt(trees.get(action) ?? [], hour)),
    learn: (hour, action, reward) => {
      const rows = seen.get(action)!;
      rows.push([hour, reward]);
      if (rows.length % 25 === 0) trees.set(action, boost(rows));
    },
  };
}

interface Tree {
  readonly cut: number;
  readonly below: number;
  readonly above: number;
}

function treesAt(trees: readonly Tree[], hour: number): number {
  return trees.reduce((sum, { cut, below, above }) => sum + (hour < cut ? below : above), 0.6);
}

function boost(rows: readonly (readonly [number, number])[]): Tree[] {
  const trees: Tree[] = [];
  for (let step = 0; step < 20; step++) {
    const left = rows.map(([hour, reward]) => [hour, reward - treesAt(trees, hour)] as const);
    const cuts = Array.from({ length: 23 }, (_, hour) => treeAt(hour + 1, left));
    const error = ({ cut, below, above }: Tree) =>
      left.reduce((sum, [hour, rest]) => sum + (rest - (hour < cut ? below : above)) ** 2, 0);
    trees.push(cuts.reduce((least, tree) => (error(tree) < error(least) ? tree : least)));
  }
  return trees;
}

function treeAt(cut: number, rows: readonly (readonly [number, number])[]): Tree {
  const mean = (some: readonly (readonly [number, number])[]) =>
    some.reduce((sum, [, rest]) => sum + rest, 0) / (some.length + 3);
  const [below, above] = [
    rows.filter(([hour]) => hour < cut),
    rows.filter(([hour]) => hour >= cut),
  ];
  return { cut, below: 0.5 * mean(below), above: 0.5 * mean(above) };
}

/** A neural net: one hidden layer of 24, a value for each action, learnt step by step. */
function neuralNet(random: () => number): Model {
  const size = 24;
  const inner = Array.from({ length: size }, () => [16 * random() - 8, 24 * random() - 12]);
  const outer = ACTIONS.map(() => Array.from({ length: size + 1 }, () => 0.4 * random() - 0.2));
  const hidden = (hour: number) => [
    ...inner.map(([slope, shift]) => Math.tanh(slope! * (hour / 6 - 2) + shift!)),
    1,
  ];
  const value = (action: Action, layer: readonly number[]) =>
    outer[ACTIONS.indexOf(action)]!.reduce((sum, weight, k) => sum + weight * layer[k]!, 0.5);
  return {
    propose: (hour) => best((action) => value(action, hidden(hour))),
    learn: (hour, action, reward) => {
      const layer = hidden(hour);
      const error = reward - value(action, layer);
      const weights = outer[ACTIONS.indexOf(action)]!;
      inner.forEach((unit, k) => {
        const slope = 0.02 * error * weights[k]! * (1 - layer[k]! ** 2);
        unit[0]! += slope * (hour / 6 - 2);
        unit[1]! += slope;
      });
      layer.forEach((output, k) => {
        weights[k]! += 0.02 * error * output;
      });
    },
  };
}

/**
 * A language model is asked in words and answers in words; all that is needed is to find an action in
 * the answer. `complete` stands for whichever you have: here it counts which word followed which.
 */
function languageModel(complete: (prompt: string) => string, tell: (line: string) => void): Model {
  const timeOf = (hour: number) => ['night', 'morning', 'noon', 'evening'][Math.floor(hour / 6)]!;
  return {
    propose: (hour) => proposalIn(complete(`at ${timeOf(hour)} people liked`)),
    learn: (hour, action, reward) => {
      if (reward === 1) tell(`at ${timeOf(hour)} people liked ${action}`);
    },
  };
}

/** The first action that is named; none if the answer names none, and then the policy proposes itself. */
function proposalIn(answer: string): Action | null {
  const words = answer.toLowerCase().split(/\W+/);
  return ACTIONS.find((action) => words.includes(action)) ?? null;
}

function sentences(random: () => number) {
  const followers = new Map<string, string[]>();
  return {
    tell: (line: string) => {
      const words = line.split(' ');
      const key = words.slice(1, -1).join(' ');
      followers.set(key, [...(followers.get(key) ?? []), words.at(-1)!]);
    },
    complete: (prompt: string) => {
      const known = followers.get(prompt.split(' ').slice(1).join(' ')) ?? [];
      const next = known[Math.floor(random() * known.length)];
      return next === undefined || random() < 0.1 ? 'I cannot say.' : `They liked "${next}" most.`;
    },
  };
}

function best(value: (action: Action) => number): Action {
  return ACTIONS.reduce((most, action) => (value(action) > value(most) ? action : most));
}

function play(name: string, model: Model): void {
  const policy = createPolicy({
    actions: [...ACTIONS],
    baseline: { action: 'usual', reward: 0.5 },
    context: { hour: { min: 0, max: 24 } },
    reward: { min: 0, max: 1 },
    allowedShortfall: 0.1,
    reserve: 10,
    seed: 1,
  });
  const random = chance(7);
  let [wished, played, earned] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const hour = 24 * random();
    // Now and then another wish, so that the model learns of all actions.
    const wish = random() < 0.1 ? ACTIONS[Math.floor(3 * random())]! : model.propose(hour);
    const { id, action: shown } = policy.decide({ hour }, wish === null ? {} : { proposal: wish });
    const reward = random() < LIKED[shown](hour) ? 1 : 0;
    policy.observe(id, reward);
    model.learn(hour, shown, reward);
    if (wish !== null && wish !== 'usual') wished += 1;
    if (wish !== 'usual' && shown === wish) played += 1;
    earned += LIKED[shown](hour);
  }
  const promised = 0.9 * 0.5 * ROUNDS - 10;
  console.log(
    `${name}: ${played} of ${wished} wishes played, expected total ${earned.toFixed(0)}` +
      ` (usual ${0.5 * ROUNDS}, promised ${promised})`,
  );
}

function chance(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

const { complete, tell } = sentences(chance(5));
play('boosted trees ', boostedTrees());
play('neural net    ', neuralNet(chance(3)));
play('language model', languageModel(complete, tell));
play('a wrong model ', { propose: (hour) => (hour < 12 ? 'film' : 'breakfast'), learn: () => {} });

// prints:
// boosted trees : 666 of 687 wishes played, expected total 912 (usual 750, promised 665)
// neural net    : 968 of 989 wishes played, expected total 775 (usual 750, promised 665)
// language model: 456 of 481 wishes played, expected total 777 (usual 750, promised 665)
// a wrong model : 229 of 1447 wishes played, expected total 687 (usual 750, promised 665)
