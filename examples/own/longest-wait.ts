// A measure of one's own: the longest run of rounds that the baseline got.
import type { OwnMeasure } from '@hedgerow/lab';

export default (): OwnMeasure => {
  let run = 0;
  let longest = 0;
  return {
    decided(_world, { chosenBy }) {
      run = chosenBy === 'baseline' ? run + 1 : 0;
      longest = Math.max(longest, run);
    },
    value: () => longest,
  };
};
