import { z } from 'zod';
import { id } from '~/kernel/fields';
import { organizationData } from './schema';

/** An organisation as the API spells it. */
export const organizationOnTheWire = z.object({ uuid: z.guid(), name: z.string(), motd: z.string() });

/** The body of PUT /organization, which names the organisation `uuid`. */
export const organizationInBody = organizationData.omit({ organization: true }).extend({ uuid: id });

export function organizationFromWire(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { uuid, ...rest } = json as Record<string, unknown>;
  return { ...rest, organization: uuid };
}
