/**
 * A button in one of three weights.
 */
import type { ComponentChildren, JSX } from 'preact';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly weight?: 'main' | 'plain' | 'careful';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  readonly onClick?: () => void;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, weight = 'plain', type = 'button', isDisabled = false, onClick } = props;
  return (
    <button
      type={type}
      class={`button button-${weight}`}
      disabled={isDisabled}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}
