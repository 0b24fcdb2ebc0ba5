import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from './button';

type DiscardQuestionProps = {
  /** The labels of the fields whose input would be lost. */
  fields: string[];
  /** What gets the focus back. */
  lastField: RefObject<HTMLElement>;
  onDiscard: () => void;
  onGoOn: () => void;
};

/** At most so many fields are named one by one. */
const NAMED = 3;

/**
 * Asks, over a dialog that is to be left, whether what was typed there may be lost. The focus is on
 * the answer by which nothing is, and Escape is that answer too. In the browser only.
 */
export function DiscardQuestion({ fields, lastField, onDiscard, onGoOn }: DiscardQuestionProps) {
  const id = useId();
  const question = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = question.current;
    element?.showModal();
    return () => {
      element?.close();
      lastField.current?.focus();
    };
  }, [lastField]);

  function handleKeyDown(event: KeyboardEvent) {
    // Before the browser's own close request, which may mean the dialog below as well.
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onGoOn();
  }

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault();
    onGoOn();
  }

  return (
    <dialog
      ref={question}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}lost`}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
    >
      <div className="dialog-header">
        <h2 id={id}>Eingaben verwerfen?</h2>
      </div>
      <div className="dialog-body">
        <p id={`${id}lost`}>Noch nicht gespeichert: {listed(fields)}.</p>
        <div className="dialog-actions">
          <Button type="button" variant="primary" onClick={onGoOn}>
            Weiter bearbeiten
          </Button>
          <Button type="button" onClick={onDiscard}>
            Verwerfen
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function listed(fields: string[]): string {
  const left = fields.length - NAMED;
  const named = left > 1 ? [...fields.slice(0, NAMED), `${left} weitere Angaben`] : fields;
  return new Intl.ListFormat('de').format(named);
}
