/**
 * Asks before something is done. The browser's own dialog keeps the focus inside and gives it back.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button does: "Switch safe mode on". */
  readonly confirmText: string;
  readonly weight?: 'main' | 'careful';
  readonly isBusy: boolean;
  /** Whether something has to be chosen before it can be done. */
  readonly isIncomplete?: boolean;
  /** Why it was refused; null if it was not. */
  readonly fault: string | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** It is open as long as it is rendered. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onCancel();
      }}
    >
      <h2 id={id}>{props.title}</h2>
      {props.children}
      {props.fault !== null && (
        <p class="field-fault" role="alert">
          {props.fault}
        </p>
      )}
      <div class="dialog-actions">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          weight={props.weight ?? 'main'}
          isDisabled={props.isBusy || props.isIncomplete === true}
          onClick={props.onConfirm}
        >
          {props.isBusy ? 'Working…' : props.confirmText}
        </Button>
      </div>
    </dialog>
  );
}
