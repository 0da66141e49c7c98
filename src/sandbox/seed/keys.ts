import { createHmac } from 'node:crypto'
import { day, addTime } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { insertGpgKey } from '../database/gpg-keys.ts'
import { type StoredSshKey, insertSshKey } from '../database/ssh-keys.ts'
import { userByUsername } from '../database/users.ts'
import { readSshPublicKey } from '../ssh-public-key.ts'
import { gpgKeySamples } from './gpg-key-samples.ts'
import { sshKeySamples } from './ssh-key-samples.ts'
import { type Random, createRandom } from './random.ts'

/** Adds keys to the hand-written users and to a few hundred random ones with ids above `lastOfCast`. */
export function seedKeys(db: Database, seed: string, today: Date, lastOfCast: number): void {
  // A separate random generator, so changes here don't affect users.
  const random = createRandom(`${seed} keys`)
  for (const [username, keys] of Object.entries(castKeys)) {
    const owner = userByUsername(db, username)!
    for (const key of keys) storeSshKey(db, seed, today, owner, key)
  }
  for (const { username, armored, ...ids } of gpgKeySamples) {
    const { id, created_at } = userByUsername(db, username)!
    insertGpgKey(db, { user_id: id, key: armored, ...ids, created_at: midpoint(created_at, today) })
  }
  for (const owner of selectCrowdOwners(db, lastOfCast)) {
    for (let remaining = 1 + random.below(3); remaining > 0; remaining--) {
      storeSshKey(db, seed, today, owner, crowdKey(random, ageOf(owner, today)))
    }
  }
}

interface Owner {
  id: number
  created_at: string
}

function storeSshKey(db: Database, seed: string, today: Date, owner: Owner, key: SeedSshKey): void {
  const { title, text, usage = 'auth_and_signing', expiresIn, usedAgo } = key
  const number = db.count('FROM ssh_keys')
  const { stored, key: read } = readSshPublicKey(text ?? inventedEd25519(seed, number))
  const expires = expiresIn === undefined ? null : addTime(today, expiresIn * day)
  insertSshKey(
    db,
    {
      user_id: owner.id,
      title,
      key: stored,
      usage_type: usage,
      // Never created after it expires.
      created_at: midpoint(owner.created_at, expires && expires < today ? expires : today),
      expires_at: expires && expires.toISOString(),
      last_used_at: usedAgo === undefined ? null : addTime(today, -usedAgo * day).toISOString(),
    },
    read!,
  )
}

function crowdKey(random: Random, ownerAge: number): SeedSshKey {
  return {
    title: random.pick(titles),
    usage: random.pick(['auth_and_signing', 'auth_and_signing', 'auth', 'signing']),
    ...(random.chance(0.4) ? { expiresIn: random.below(800) - Math.min(100, ownerAge) } : {}),
  }
}

const titles = ['Laptop', 'Work laptop', 'Desktop', 'Build machine', 'Old phone', 'id_ed25519']

/** At most 300 random users, evenly spaced. */
function selectCrowdOwners(db: Database, lastOfCast: number): Owner[] {
  return db.all<Owner>(
    `SELECT id, created_at FROM users
     WHERE id > ? AND id % max(2, (SELECT count(*) FROM users) / 300) = 1
     ORDER BY id LIMIT 300`,
    lastOfCast,
  )
}

/** In days. */
function ageOf({ created_at }: Owner, today: Date): number {
  return Math.floor((today.getTime() - Date.parse(created_at)) / day)
}

/** Any 32 bytes make a valid public key as long as nothing is signed with it. */
function inventedEd25519(seed: string, number: number): string {
  const bytes = createHmac('sha256', seed).update(`ssh key ${number}`).digest()
  const blob = Buffer.concat([lengthAndText('ssh-ed25519'), Buffer.from([0, 0, 0, 32]), bytes])
  return `ssh-ed25519 ${blob.toString('base64')}`
}

function lengthAndText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)])
}

function midpoint(from: string, to: Date): string {
  return new Date((Date.parse(from) + to.getTime()) / 2).toISOString()
}

/** A seeded SSH key. */
interface SeedSshKey {
  title: string
  /** Generated if omitted. */
  text?: string
  usage?: StoredSshKey['usage_type']
  /** Days after seeding; negative for an expired key. */
  expiresIn?: number
  /** Days since the last use; never used if omitted. */
  usedAgo?: number
}

/** Keys by username: all types and usages, expiring keys, and titles that stress the UI. */
const castKeys: Record<string, SeedSshKey[]> = {
  'maya.lindqvist': [
    { title: 'Work laptop', text: sshKeySamples.ed25519, usedAgo: 1 },
    { title: 'Build machine', text: sshKeySamples.rsa3072, usage: 'auth', expiresIn: 3 },
  ],
  ines: [
    { title: 'Admin workstation', text: sshKeySamples.rsa4096 },
    { title: 'Security key on the key ring', text: sshKeySamples.ed25519Sk, usage: 'auth' },
    { title: 'Release signing', text: sshKeySamples.signingEd25519, usage: 'signing' },
  ],
  tomasz: [
    { title: 'Jump host', text: sshKeySamples.rsa2048, usage: 'auth', expiresIn: 20 },
    { title: 'Laptop', text: sshKeySamples.ecdsa384 },
  ],
  aroha: [
    { title: 'Laptop', text: sshKeySamples.ecdsa521, expiresIn: 200 },
    { title: 'Blue security key', text: sshKeySamples.ecdsaSk, usage: 'auth' },
  ],
  // Created before the instance banned this type.
  dev_singh: [{ title: 'From 2011', text: sshKeySamples.dsa }],
  'long-gone': [{ title: 'Old desktop', text: sshKeySamples.otherRsa2048, expiresIn: -400 }],
  'saml.sue': [{ title: 'Conference laptop', text: sshKeySamples.ecdsa256, expiresIn: -10 }],
  'deploy-bot': [{ title: 'Deploys', text: sshKeySamples.otherEd25519, usage: 'auth' }],
  onerror: [{ title: '<img src=x onerror=alert(1)>' }],
  reversed: [{ title: 'laptop\u202Eyek.exe' }],
  'name-of-255': [{ title: 'The key of the machine under the stairs '.repeat(7).slice(0, 255) }],
  // Enough keys for more than one page.
  wordy: Array.from({ length: 45 }, (_, index) => ({ title: `Machine ${index + 1}` })),
}
