import type { viewAs as english } from '../../en/screens/view-as.ts'

export const viewAs: Record<keyof typeof english, string> = {
  'viewAs.activeToday':
    'Para GitLab, ver como @{username} cuenta como actividad de ese usuario hoy. Su última actividad ya es de hoy, así que la fecha no cambia.',
  'viewAs.activityChanges':
    'Para GitLab, ver como @{username} cuenta como actividad de ese usuario hoy: su última actividad pasa del {day} a hoy.',
  'viewAs.activityChangesFromNever':
    'Para GitLab, ver como @{username} cuenta como actividad de ese usuario hoy: su última actividad pasa de nunca a hoy.',
  'viewAs.banner': 'Viendo como otro usuario',
  'viewAs.changedFrom': 'Última actividad: {before}; pasó al {day} al ver como este usuario.',
  'viewAs.changedFromNever': 'Sin actividad; la última pasó al {day} al ver como este usuario.',
  'viewAs.changedNote': 'Última actividad cambiada al ver como el usuario',
  'viewAs.confirm': 'Ver',
  'viewAs.countsAsActivity':
    'Para GitLab, ver como @{username} cuenta como actividad de ese usuario hoy.',
  'viewAs.lead': 'La cuenta tal como GitLab se la muestra a este usuario.',
  'viewAs.needsAdministrator':
    'Solo los administradores pueden ver como otro usuario, con un token de acceso personal u OAuth.',
  'viewAs.needsSudo':
    'Para ver como otro usuario, el token de un administrador también necesita el ámbito sudo.',
  'viewAs.noDeactivation': 'Puede que GitLab no permita desactivarlo hasta el {day}.',
  'viewAs.noSuchUser': 'No hay ningún usuario con este ID.',
  'viewAs.readOnly': 'En esta pantalla no se puede cambiar nada.',
  'viewAs.recorded': 'Esto queda en el registro de auditoría.',
  'viewAs.staysDormant':
    'Latchkey sigue considerando inactivo al usuario, pero puede que GitLab no permita desactivarlo durante {days} días.',
  'viewAs.stop': 'Salir',
  'viewAs.title': 'Ver como usuario',
  'viewAs.titleFor': '¿Ver como @{username}?',
  'viewAs.userById': 'usuario {id}',
  'viewAs.userCannotSignIn':
    'Este usuario no puede iniciar sesión, así que no es posible ver como él.',
  'viewAs.viewing': '{viewer} está viendo la cuenta como {user}.',
}
