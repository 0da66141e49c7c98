const dayMs = 86_400_000
const last = Date.UTC(2026, 0, 1)

/** Generates a token as GitLab lists it to administrators. The same ID always gives the same token. */
export function generateToken(id: number, of: number, users: number): Record<string, unknown> {
  const created = last - Math.floor(((of - id) / of) * 1_000 * dayMs)
  const isRevoked = id % 5 === 0
  return {
    id,
    name: `Deploys of service ${id}`,
    revoked: isRevoked,
    created_at: new Date(created).toISOString(),
    description: '',
    scopes: id % 3 === 0 ? ['api'] : ['read_api', 'read_repository'],
    user_id: (id % users) + 1,
    last_used_at: id % 7 === 0 ? null : new Date(created + (id % 90) * dayMs).toISOString(),
    active: !isRevoked,
    expires_at: new Date(created + 365 * dayMs).toISOString().slice(0, 10),
  }
}
