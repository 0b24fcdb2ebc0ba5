import type { Page } from './page';

/** WebDriver's name of the member that refers to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Commands of W3C WebDriver, as HTTP sends them in the address of the session, and as Firefox calls them. */
export const COMMANDS = {
  go: ['POST', 'url', 'WebDriver:Navigate'],
  url: ['GET', 'url', 'WebDriver:GetCurrentURL'],
  back: ['POST', 'back', 'WebDriver:Back'],
  find: ['POST', 'elements', 'WebDriver:FindElements'],
  click: ['POST', 'element/:id/click', 'WebDriver:ElementClick'],
  type: ['POST', 'element/:id/value', 'WebDriver:ElementSendKeys'],
  clear: ['POST', 'element/:id/clear', 'WebDriver:ElementClear'],
  text: ['GET', 'element/:id/text', 'WebDriver:GetElementText'],
  value: ['GET', 'element/:id/property/value', 'WebDriver:GetElementProperty'],
  evaluate: ['POST', 'execute/sync', 'WebDriver:ExecuteScript'],
} as const;

/** Sends a command, whose parameter `id` is an element. @throws with WebDriver's message */
type Send = (
  command: keyof typeof COMMANDS,
  parameters?: Record<string, unknown>,
) => Promise<unknown>;

/** A page whose browser takes WebDriver's commands. */
export function webDriverPage(send: Send, close: () => Promise<void>): Page {
  return {
    async go(url) {
      await send('go', { url });
    },
    url: async () => String(await send('url')),
    async back() {
      await send('back');
    },
    async find(xpath) {
      const found = await send('find', { using: 'xpath', value: xpath });
      return (found as Record<string, string>[]).map((each) => each[ELEMENT] ?? '');
    },
    async click(id) {
      // Drivers scroll an element to the nearest edge, where the phone's bar covers it.
      const script = 'arguments[0].scrollIntoView({ block: "center" })';
      await send('evaluate', { script, args: [{ [ELEMENT]: id }] });
      await send('click', { id });
    },
    async fill(id, text) {
      await send('clear', { id });
      await send('type', { id, text });
    },
    text: async (id) => String(await send('text', { id })),
    value: async (id) => String(await send('value', { id, name: 'value' })),
    evaluate: (script) => send('evaluate', { script, args: [] }),
    close,
  };
}
