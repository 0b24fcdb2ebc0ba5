import { useEffect } from 'react';
import { ButtonRow, buttonLook } from '~/ui/button';
import { CopyField } from '~/ui/copy-field';
import { Disclosure } from '~/ui/disclosure';
import { QrImage } from '~/ui/qr-image';
import { DELAY_HINT } from '../wording';

type FeedAddressProps = {
  address: string;
  webcal: string;
  qr: { size: number; path: string };
};

/** The address of a new feed, shown only once, and how to get it into a calendar (M1, M8). */
export function FeedAddress({ address, webcal, qr }: FeedAddressProps) {
  // A phone's own calendar opens directly (Y8); few people keep their dates in a computer's.
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse)').matches) window.location.assign(webcal);
  }, [webcal]);
  return (
    <div className="grid grid-cols-1 gap-5">
      {/* A phone cannot scan its own screen. */}
      <div className="max-sm:hidden">
        <QrImage {...qr} label="QR-Code mit derselben Adresse">
          Fürs Handy: mit dessen Kamera ansehen.
        </QrImage>
      </div>
      <ButtonRow>
        <a className={buttonLook({ variant: 'primary' })} href={webcal} data-variant="primary">
          Im Kalender öffnen
        </a>
      </ButtonRow>
      <p>
        Tipp: gleich einrichten. Später legen Sie einfach ein neues Abo an. Geben Sie die Adresse
        nicht weiter: Wer sie kennt, sieht Ihre Termine.
      </p>
      <CopyField label="Adresse des Abos" value={address} wraps />
      <Steps />
      <p>{DELAY_HINT}</p>
    </div>
  );
}

const PROGRAMS = [
  {
    name: 'iPhone und iPad',
    steps: 'Tippen Sie auf „Im Kalender öffnen“ und dann auf „Abonnieren“.',
  },
  {
    name: 'Android mit Google Kalender',
    steps:
      'Öffnen Sie calendar.google.com im Browser, am besten am Computer. Klicken Sie neben „Weitere Kalender“ auf ' +
      '„+“, dann auf „Per URL“, und fügen Sie die Adresse ein.',
  },
  {
    name: 'Outlook',
    steps:
      'Öffnen Sie den Kalender, wählen Sie „Kalender hinzufügen“ und „Aus dem Internet abonnieren“, und fügen Sie ' +
      'die Adresse ein.',
  },
];

function Steps() {
  return (
    <Disclosure summary="So richten Sie das Abo ein">
      <dl className="grid gap-3">
        {PROGRAMS.map(({ name, steps }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
