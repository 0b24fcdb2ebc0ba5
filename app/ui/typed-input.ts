import { INPUTS } from './inputs';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The initial value of each field of the forms inside an element. */
export function untouchedInput(element: HTMLElement): Map<string, string> {
  return new Map(fieldsOf(element).map((control) => [keyOf(control), initialValue(control)]));
}

/** The present value of each of these fields. */
export function presentInput(element: HTMLElement): Map<string, string> {
  return new Map(fieldsOf(element).map((control) => [keyOf(control), currentValue(control)]));
}

/**
 * The labels of the visible fields whose value differs from `before`; fields added since then
 * started out empty, and boxes as they were rendered.
 * @param submitting a form whose input is on its way, and so not lost
 */
export function typedFields(
  element: HTMLElement,
  before: Map<string, string>,
  submitting: HTMLFormElement | null = null,
): string[] {
  const sent = submitting && new FormData(submitting);
  const typed = fieldsOf(element).filter((control) => {
    const value = currentValue(control);
    const first = before.get(keyOf(control)) ?? (isBox(control) ? initialValue(control) : '');
    return (
      control.form !== submitting &&
      !sent?.getAll(control.name).includes(value) &&
      control.checkVisibility() &&
      value !== first
    );
  });
  return [...new Set(typed.map(labelOf))];
}

function fieldsOf(element: HTMLElement): Control[] {
  return [...element.querySelectorAll<Control>(INPUTS)].filter(
    (control) => control.form && !('readOnly' in control && control.readOnly),
  );
}

/** The rows of a long list have no ids. */
const keyOf = (control: Control) => control.id || `${control.name} ${control.value}`;

/**
 * As rendered by the server, as people may have typed before the scripts arrived. Nothing, if the
 * form was filled with input from before a log-in.
 */
function initialValue(control: Control): string {
  if (control.form?.dataset.restored) return '';
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.defaultSelected)?.value ?? control.value;
  if (isBox(control)) return control.defaultChecked ? 'on' : '';
  // An optional day is first shown as text, and then compared as a day.
  return control.dataset.day ?? control.defaultValue;
}

function currentValue(control: Control): string {
  if (isBox(control)) return control.checked ? 'on' : '';
  // A date field keeps its day in a hidden input, in whatever format it is typed.
  const hidden = control.name ? null : control.parentElement?.querySelector('input[type=hidden]');
  return hidden instanceof HTMLInputElement ? hidden.value : control.value;
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
}

/** The first text of the label; radio buttons go by their group's. */
function labelOf(control: Control): string {
  const legend = control.type === 'radio' && control.closest('fieldset')?.querySelector('legend');
  let node: Node | null = legend || control.labels?.[0] || null;
  while (node?.firstChild) {
    node = node.firstChild;
    // Initials only decorate the name that follows them.
    if (node instanceof Element && node.ariaHidden) node = node.nextSibling;
  }
  return node?.textContent?.trim() ?? '';
}
