import type { updates as english } from '../../en/screens/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.appStore': 'Las actualizaciones llegan de la tienda desde la que instaló Latchkey.',
  'updates.beta': 'Beta',
  'updates.betaHint': 'Novedades antes que nadie.',
  'updates.browser': 'Actualice Latchkey en este equipo con la herramienta con la que se instaló.',
  'updates.channel': 'Canal',
  'updates.check': 'Buscar actualizaciones',
  'updates.checkDaily': 'Buscar actualizaciones automáticamente',
  'updates.checkDailyHint':
    'Una vez al día, en el lugar del que obtuvo Latchkey. No envía nada sobre usted ni instala nada sin preguntar.',
  'updates.download': 'Descargar',
  'updates.downloading': 'Descargando: {percent} %',
  'updates.fromSource':
    'Latchkey se ejecuta desde su código fuente. Actualice el código y vuelva a compilarlo.',
  'updates.installOnQuit': 'Se instala al salir de Latchkey.',
  'updates.noSource':
    'Este paquete no tiene un origen de actualizaciones. Busque una versión nueva donde lo descargó.',
  'updates.notNow': 'Ahora no',
  'updates.packageManager': 'Las actualizaciones llegan del gestor de paquetes del sistema.',
  'updates.portable':
    'La aplicación portátil no se actualiza sola. Sustitúyala por una más reciente; sus datos se conservan.',
  'updates.postponed': 'Aplazada tres días.',
  'updates.readOnly':
    'Latchkey no puede actualizarse en esta carpeta. Muévalo a una carpeta propia (en un Mac, a Aplicaciones) y ábralo allí.',
  'updates.released': 'Publicada el {date}',
  'updates.restart': 'Reiniciar e instalar',
  'updates.skip': 'Omitir esta versión',
  'updates.skipped': 'Ha omitido esta versión.',
  'updates.stable': 'Estable',
  'updates.stableHint': 'Antes la prueban otros.',
  'updates.title': 'Actualizaciones',
  'updates.unsigned':
    'Este paquete no puede verificar las actualizaciones porque no está firmado. Descargue las versiones nuevas donde lo obtuvo.',
  'updates.upToDate': 'Latchkey está actualizado.',
  'updates.version': 'Versión {version}',
}
