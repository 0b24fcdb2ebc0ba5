// Preloaded into the server (--import): records the queries sent to Postgres and returns them to the
// parent on demand. Every query() of a pg client is one round trip.
import pg from 'pg';

/** @type {Array<{ text: string, values: unknown[] }>} */
let sent = [];
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function captured(...parameters) {
  const [first, second] = parameters;
  const text = typeof first === 'string' ? first : first.text;
  const values = (typeof first === 'string' ? second : first.values) ?? [];
  // Settings of a plan travel with their statement.
  if (!/graphile_worker|^set plan_cache_mode/.test(text))
    sent.push({ text, values: Array.isArray(values) ? values : [] });
  return query.apply(this, parameters);
};

process.on('message', (message) => {
  if (message === 'take') process.send?.(JSON.stringify(sent, binaryAsHex));
  sent = [];
});

/** Buffers arrive here already converted by toJSON(). */
function binaryAsHex(_key, value) {
  return value?.type === 'Buffer' ? { hex: Buffer.from(value.data).toString('hex') } : value;
}
