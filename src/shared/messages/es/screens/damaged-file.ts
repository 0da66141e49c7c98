import type { damagedFile as english } from '../../en/screens/damaged-file.ts'

export const damagedFile: Record<keyof typeof english, string> = {
  'damagedFile.dismiss': 'Cerrar este aviso',
  'damagedFile.kept':
    'El archivo dañado se conserva: {path}. Es posible que {command} aún pueda leerlo.',
  'damagedFile.onboarding':
    'El archivo con sus ejecuciones de usuarios nuevos estaba dañado cuando Latchkey lo abrió el {when}.',
  'damagedFile.onboardingHint':
    'La próxima ejecución comprueba primero cuáles de sus usuarios ya existen en GitLab.',
  'damagedFile.queue':
    'El archivo con la cola y el registro de auditoría estaba dañado al iniciarse Latchkey el {when}. Se creó una cola nueva.',
  'damagedFile.queueHint':
    'Las acciones pendientes ya no están en cola. Compruebe los usuarios que quería cambiar. Las entradas del registro de auditoría que aún puedan leerse, si las hay, se conservan en un archivo CSV marcado como «unverified».',
  'damagedFile.title': 'Archivo dañado',
}
