import { render } from '@react-email/components';
import type { ReactElement } from 'react';
import type { Mail } from './transport.server';

/** Renders a template to a mail with an HTML and a plain-text part. */
export async function renderMail(to: string, subject: string, template: ReactElement): Promise<Mail> {
  const [html, text] = await Promise.all([
    render(template),
    // The text part has each address once: of a link only what it says if that is the address itself.
    render(template, {
      plainText: true,
      htmlToTextOptions: { wordwrap: 78, selectors: [{ selector: 'a', options: { ignoreHref: true } }] },
    }),
  ]);
  // A name in the subject may hold line breaks, which would end the header.
  return { to, subject: subject.replace(/\s+/g, ' '), html, text };
}
