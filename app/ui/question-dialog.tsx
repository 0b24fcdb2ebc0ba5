import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button';
import { DialogActions, RouteDialog } from './dialog';
import { QuestionForm } from './question-form';

type QuestionDialogProps = ComponentProps<typeof RouteDialog> & {
  /** The form's id, unique on the page. */
  id: string;
  /** The text of the button that does it; false if it cannot be done. */
  button: string | false;
  variant?: 'primary' | 'danger';
  /** The text of the link that closes the dialog. */
  cancel?: string;
  /** Of the question's fields, if it has any. */
  labels?: Readonly<Record<string, string>>;
  /** The question, and its fields. */
  children: ReactNode;
};

/** A dialog that asks before something is done by its one button. */
export function QuestionDialog({
  id,
  button,
  variant = 'danger',
  cancel,
  labels,
  children,
  ...dialog
}: QuestionDialogProps) {
  return (
    <RouteDialog {...dialog}>
      <QuestionForm id={id} labels={labels}>
        {children}
        <DialogActions cancel={cancel}>
          {button && <Button variant={variant}>{button}</Button>}
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
