import type { StoredSshKey } from '../database/ssh-keys.ts'
import { sshKeySamples } from './ssh-key-samples.ts'

/** An SSH key that somebody has from the start. */
export interface SeedSshKey {
  title: string
  /** An invented one where it is left out. */
  text?: string
  usage?: StoredSshKey['usage_type']
  /** Days after the day of seeding; less than 0 for a key that has expired. */
  expiresIn?: number
  /** Days since it was used last; never where it is left out. */
  usedAgo?: number
}

/** Who has which, by username: every type, every usage, keys at their end, and titles that test what shows them. */
export const castKeys: Record<string, SeedSshKey[]> = {
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
  // Made before the instance forbade the type.
  dev_singh: [{ title: 'From 2011', text: sshKeySamples.dsa }],
  'long-gone': [{ title: 'Old desktop', text: sshKeySamples.otherRsa2048, expiresIn: -400 }],
  'saml.sue': [{ title: 'Conference laptop', text: sshKeySamples.ecdsa256, expiresIn: -10 }],
  'deploy-bot': [{ title: 'Deploys', text: sshKeySamples.otherEd25519, usage: 'auth' }],
  onerror: [{ title: '<img src=x onerror=alert(1)>' }],
  reversed: [{ title: 'laptop\u202Eyek.exe' }],
  'name-of-255': [{ title: 'The key of the machine under the stairs '.repeat(7).slice(0, 255) }],
  // Lists of more than one page.
  wordy: Array.from({ length: 45 }, (_, index) => ({ title: `Machine ${index + 1}` })),
}
