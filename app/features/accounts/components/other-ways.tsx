import type { ReactNode } from 'react';
import { ButtonRow } from '~/ui/button';

/** Links to other public screens, which end the card of a form: their targets reach into its edge. */
export const OtherWays = ({ children }: { children: ReactNode }) => (
  <div className="-my-2">
    <ButtonRow>{children}</ButtonRow>
  </div>
);
