type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = 'input:not([type=hidden]), select, textarea';

/** What stands in each field of the forms inside an element before anyone has typed. */
export function untouchedInput(element: HTMLElement): Map<string, string> {
  return new Map(fieldsOf(element).map((control) => [keyOf(control), untouched(control)]));
}

/**
 * The labels of the visible fields in which something else stands than `before`; one that came
 * later was empty.
 * @param sent a form whose input is just being sent, and so not lost
 */
export function typedFields(
  element: HTMLElement,
  before: Map<string, string>,
  sent: HTMLFormElement | null = null,
): string[] {
  const typed = fieldsOf(element).filter(
    (control) =>
      control.form !== sent &&
      control.checkVisibility() &&
      present(control) !== (before.get(keyOf(control)) ?? ''),
  );
  return [...new Set(typed.map(labelOf))];
}

function fieldsOf(element: HTMLElement): Control[] {
  return [...element.querySelectorAll<Control>(controls)].filter(
    (control) => control.form && !('readOnly' in control && control.readOnly),
  );
}

/** Rows of a long list have no ids. */
const keyOf = (control: Control) => control.id || `${control.name} ${control.value}`;

/**
 * Whoever typed before the scripts came is not forgotten: what the server sent is the element's
 * default.
 */
function untouched(control: Control): string {
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.defaultSelected)?.value ?? control.value;
  if (isBox(control)) return control.defaultChecked ? 'on' : '';
  return control.defaultValue;
}

function present(control: Control): string {
  if (isBox(control)) return control.checked ? 'on' : '';
  // A date field's day is in the hidden field before it, whatever way it is written.
  const hidden = control.name
    ? null
    : control.closest('.field')?.querySelector('input[type=hidden]');
  return hidden instanceof HTMLInputElement ? hidden.value : control.value;
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
}

/** A choice among several is named by the question, anything else by its own label. */
function labelOf(control: Control): string {
  const group = control.type === 'radio' && control.closest('fieldset')?.querySelector('legend');
  const label = group || control.labels?.[0];
  const text = label?.querySelector('span:not(.optional)') ?? label;
  return text?.firstChild?.textContent?.trim() ?? '';
}
