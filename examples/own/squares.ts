// A feature map of one's own: all that the paper's has, and products of neighbours, averaged exactly by the core.
import { degreeTwoLift, kroneckerMap } from '@hedgerow/core';

export default (actions: number[][]) =>
  kroneckerMap({
    actionVectors: actions.map((coordinates) => [1, ...coordinates]),
    lift: degreeTwoLift(actions[0]!.length),
  });
