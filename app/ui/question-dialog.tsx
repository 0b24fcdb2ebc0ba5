import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogActions, RouteDialog } from './dialog';
import { QuestionForm } from './question-form';

type QuestionDialogProps = {
  title: string;
  closeTo: string;
  /** The form's id, unique on the page. */
  id: string;
  /** The text of the button that does it. */
  button: string;
  variant?: 'primary' | 'danger';
  /** Of the question's fields, if it has any. */
  labels?: Readonly<Record<string, string>>;
  /** The question, and its fields. */
  children: ReactNode;
};

/** A dialog that asks before something is done by its one button. */
export function QuestionDialog({
  title,
  closeTo,
  id,
  button,
  variant = 'danger',
  labels,
  children,
}: QuestionDialogProps) {
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <QuestionForm id={id} labels={labels}>
        {children}
        <DialogActions>
          <Button variant={variant}>{button}</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
