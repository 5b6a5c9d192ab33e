/**
 * The fitted maize model, loaded when it is first needed.
 */
import type { MaizeModel } from '@hedgerow/lab/recommend';
import { useEffect, useState } from 'preact/hooks';

export type LoadedModel = MaizeModel | 'loading' | 'failed';

/** Returns the model as soon as it is there. */
export function useMaizeModel(): LoadedModel {
  const [model, setModel] = useState<LoadedModel>('loading');
  useEffect(() => {
    let isGone = false;
    loadMaizeModel().then(
      (loaded) => !isGone && setModel(loaded),
      () => !isGone && setModel('failed'),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return model;
}

/** The lab's own tests hold the shipped file to its schema, so here it is taken at its word. */
async function loadMaizeModel(): Promise<MaizeModel> {
  const { default: model } = await import('@hedgerow/lab/models/maize-strict.json');
  return model as unknown as MaizeModel;
}
