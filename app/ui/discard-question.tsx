import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button';
import { DialogBody, DialogButtons, DialogFrame, DialogHeader } from './dialog-frame';
import { closeRequests } from './modal';

type DiscardQuestionProps = {
  /** The labels of the fields whose input would be lost. */
  fields: string[];
  /** Gets the focus back. */
  lastField: RefObject<HTMLElement>;
  onDiscard: () => void;
  onStay: () => void;
};

/** With more fields than this plus one, the rest are counted rather than named. */
const NAMED = 3;

/**
 * Asks, over a dialog about to be left, whether to discard its input. The focus is on the answer
 * that keeps it, as does Escape. Rendered in the browser only.
 */
export function DiscardQuestion({ fields, lastField, onDiscard, onStay }: DiscardQuestionProps) {
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

  return (
    <DialogFrame
      ref={question}
      width="max-w-lg"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}lost`}
      {...closeRequests(onStay)}
    >
      <DialogHeader>
        <h2 id={id}>Eingaben verwerfen?</h2>
      </DialogHeader>
      <DialogBody>
        <p id={`${id}lost`}>Noch nicht gespeichert: {listed(fields)}.</p>
        <DialogButtons>
          <Button type="button" variant="primary" onClick={onStay}>
            Weiter bearbeiten
          </Button>
          <Button type="button" onClick={onDiscard}>
            Verwerfen
          </Button>
        </DialogButtons>
      </DialogBody>
    </DialogFrame>
  );
}

function listed(fields: string[]): string {
  const left = fields.length - NAMED;
  const named = left > 1 ? [...fields.slice(0, NAMED), `${left} weitere Angaben`] : fields;
  return new Intl.ListFormat('de').format(named);
}
