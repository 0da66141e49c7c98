import type { profile as english } from '../../en/screens/profile.ts'

export const profile: Record<keyof typeof english, string> = {
  'profile.administrator': 'Administrator',
  'profile.editOnWeb': 'Im Web bearbeiten',
  'profile.lead': 'Ihr öffentliches Profil und Ihre Kontodaten.',
  'profile.locked': 'Anmeldung gesperrt',
  'profile.title': 'Profil',
  'profile.twoFactorOn': '2FA eingeschaltet',
}
