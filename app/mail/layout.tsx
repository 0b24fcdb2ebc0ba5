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

const ink = '#23211c';
const green = '#1f6b3a';

/** The look of every mail: one column, one button, nothing loaded from anywhere. */
export function MailLayout(props: {
  appName: string;
  preview: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <Html lang="de">
      <Head>
        {/* Apple Mail makes links of numbers, days and places too. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
      </Head>
      <Preview>{props.preview}</Preview>
      <Body
        style={{
          background: '#f6f2e9',
          color: ink,
          fontFamily: 'system-ui, sans-serif',
          margin: 0,
        }}
      >
        <Container
          style={{
            background: '#fffdf8',
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
          <Text style={{ fontSize: 13, color: '#5d584c', margin: 0 }}>
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

/** A button, and under it the same address to copy for programs that show no buttons. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Button
        href={href}
        style={{
          background: green,
          color: '#ffffff',
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
