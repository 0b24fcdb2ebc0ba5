import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Preview,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { LIGHT } from '~/ui/colors';

/** The frame of every mail: one column, nothing loaded from anywhere. */
export function MailLayout(props: {
  appName: string;
  preview: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <Html lang="de">
      <Head>
        {/* Apple Mail would turn numbers, days and places into links. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
      </Head>
      <Preview>{props.preview}</Preview>
      <Body
        style={{
          background: LIGHT.paper,
          color: LIGHT.ink,
          fontFamily: 'system-ui, sans-serif',
          margin: 0,
        }}
      >
        <Container
          style={{
            background: LIGHT.card,
            margin: '24px auto',
            padding: '24px 32px',
            borderRadius: 8,
          }}
        >
          <Heading as="h1" style={{ fontSize: 22, margin: '0 0 16px' }}>
            {props.heading}
          </Heading>
          {props.children}
          <Hr style={{ margin: '24px 0 12px' }} />
          <Text style={{ fontSize: 13, color: LIGHT.muted, margin: 0 }}>
            Diese Nachricht wurde von {props.appName} automatisch verschickt.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ fontSize: 16, lineHeight: '24px' }}>{children}</Text>;
}

/** A button, and below it the same address to copy, for programs that show no buttons. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Button
        href={href}
        style={{
          background: LIGHT.green,
          color: LIGHT['on-green'],
          fontSize: 16,
          padding: '12px 20px',
          borderRadius: 6,
        }}
      >
        {children}
      </Button>
      <Text style={{ fontSize: 13, wordBreak: 'break-all' }}>{href}</Text>
    </>
  );
}
