import { z } from 'zod';
import { id } from '~/kernel/fields';
import { organizationData } from './schema';

/** An organisation as the API spells it. */
export const organizationOnTheWire = z
  .object({ uuid: z.guid(), name: z.string(), motd: z.string() })
  .meta({ id: 'Organization' });

/** One organisation as it is answered; its version stands in the ETag. */
export function organizationToWire({ uuid, name, motd }: z.output<typeof organizationOnTheWire>) {
  return { uuid, name, motd };
}

export const organizationsOnTheWire = z.array(organizationOnTheWire);

/** The body of PUT /organization, which names the organisation `uuid`. */
export const organizationInBody = organizationData
  .omit({ organization: true })
  .extend({ uuid: id });

export const organizationSpelling = { organization: ['uuid'] };
