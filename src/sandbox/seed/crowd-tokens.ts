import { formatDate } from '../clock.ts'
import type { Database } from '../database/database.ts'

/** Scopes of the tokens, as JSON lists. */
const scopeLists = [
  ['read_api'],
  ['api'],
  ['read_user'],
  ['read_repository', 'write_repository'],
  ['read_registry'],
  ['api', 'sudo', 'admin_mode'],
  ['create_runner'],
].map((scopes) => JSON.stringify(scopes))

/** How many tokens are created at the same moment every now and then, as an import does. */
const importSize = 250
/** Every how many tokens that happens. */
const importEvery = 20_000

/**
 * Stores tokens of all users, with unknown secrets, in a single statement. Each property follows from the token's number. They
 * were created over eight years, in the order of their numbers except for some.
 */
export function seedCrowdTokens(db: Database, count: number, today: Date): void {
  const users = db.count('FROM users')
  const iso = (days: string) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', '${today.toISOString()}', '-' || (${days}) || ' days')`
  const place = `iif(n % ${importEvery} < ${importSize}, n - n % ${importEvery}, iif(n % 97 = 0, (n * 7) % ${count}, n))`
  const age = `(2900.0 * (${count} - ${place}) / ${count} + 0.01)`
  const scopes = scopeLists.map((list, index) => `WHEN ${index} THEN '${list}'`).join(' ')
  db.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     INSERT INTO tokens (user_id, kind, name, digest, scopes, created_at, updated_at, expires_at, last_used_at, last_used_ips, revoked)
     SELECT 1 + (n * 7919) % ?2,
       iif(n % 50 = 0, 'impersonation', 'personal'),
       'Token ' || n,
       'crowd ' || n,
       CASE n % ${scopeLists.length} ${scopes} END,
       ${iso(age)}, ${iso(age)},
       CASE n % 5 WHEN 0 THEN NULL ELSE date(?3, (n % 400 - 60) || ' days') END,
       CASE n % 4 WHEN 0 THEN NULL ELSE ${iso(`(n * 31) % 300 * ${age} / 300`)} END,
       iif(n % 4 = 0, '[]', '["192.0.2.' || (n % 250) || '"]'),
       n % 10 = 0
     FROM numbers`,
    count,
    users,
    formatDate(today),
  )
}
