import type { profile as english } from '../../en/screens/profile.ts'

export const profile: Record<keyof typeof english, string> = {
  'profile.administrator': 'Administrateur',
  'profile.editOnWeb': 'Modifier sur le web',
  'profile.lead': 'Votre profil public et les détails de votre compte.',
  'profile.locked': 'Connexion verrouillée',
  'profile.title': 'Profil',
  'profile.twoFactorOn': 'A2F activée',
}
