import type { profile as english } from '../../en/screens/profile.ts'

export const profile: Record<keyof typeof english, string> = {
  'profile.administrator': 'Administrador',
  'profile.editOnWeb': 'Editar en la web',
  'profile.lead': 'Su perfil público y los datos de su cuenta.',
  'profile.locked': 'Inicio de sesión bloqueado',
  'profile.title': 'Perfil',
  'profile.twoFactorOn': 'Con autenticación en dos pasos',
}
