import type { avatar as english } from '../../en/screens/avatar.ts'

export const avatar: Record<keyof typeof english, string> = {
  'avatar.choose': 'Bild auswählen',
  'avatar.chooseAnother': 'Anderes Bild auswählen',
  'avatar.choosePrompt': 'Bild hierher ziehen oder einfügen',
  'avatar.crop': 'Zuschnittbereich. Mit den Pfeiltasten verschieben, mit Plus und Minus zoomen.',
  'avatar.current': 'Aktuelles Profilbild',
  'avatar.damaged': '{name} ist beschädigt und kann nicht gelesen werden.',
  'avatar.damagedHint': 'Wählen Sie ein anderes Bild.',
  'avatar.damagedOrUnsupported': '{name} ist beschädigt oder kann hier nicht gelesen werden.',
  'avatar.drop': 'Loslassen, um dieses Bild zu verwenden',
  'avatar.file': 'Bilddatei',
  'avatar.firstFrame':
    'Nur das erste Bild der Animation wird gesendet{reason, select, size {: Die Datei ist größer als 200 KiB} format {: GitLab akzeptiert kein AVIF} other {}}.',
  'avatar.formats':
    'PNG, JPEG, GIF, WebP, BMP oder AVIF, bis zu 50 Megapixel. Animationen bleiben in Dateien bis 200 KiB erhalten.',
  'avatar.formatsHint': 'Wählen Sie ein PNG-, JPEG-, GIF-, WebP-, BMP- oder AVIF-Bild.',
  'avatar.image': 'Das Bild',
  'avatar.isInitials': 'Sie haben kein Profilbild, daher werden Ihre Initialen angezeigt.',
  'avatar.isSet': 'Das ist Ihr aktuelles Profilbild.',
  'avatar.lead': 'Erscheint neben Ihrem Namen.',
  'avatar.newAvatar': 'Neues Profilbild',
  'avatar.sendAnimationHint':
    'Behält die Animation. Die Datei wird nicht zugeschnitten und behält ihre Metadaten.',
  'avatar.textInClipboard': 'Die Zwischenablage enthält Text, kein Bild.',
  'avatar.onTheWeb': 'im Web',
  'avatar.pixels': '{size} px',
  'avatar.preparing': 'Bildgröße wird angepasst…',
  'avatar.previews': 'Vorschau: rund und quadratisch, in {sizes} Pixeln',
  'avatar.progress': 'Fortschritt',
  'avatar.reading': 'Bild wird gelesen…',
  'avatar.profileHint': 'Den Rest Ihres Profils bearbeiten Sie {link}.',
  'avatar.removeHint': 'Entfernen können Sie es {link}.',
  'avatar.sendOriginal': 'Originaldatei senden',
  'avatar.sendOriginalHint':
    'Sie ist klein genug. Sie wird nicht zugeschnitten und behält ihre Metadaten.',
  'avatar.sending': 'Bild wird hochgeladen…',
  'avatar.sentSize':
    'Wird mit {side} × {side} Pixeln gesendet, ohne Metadaten wie den Aufnahmeort.',
  'avatar.sentSmall':
    'Wird mit {side} × {side} Pixeln gesendet, ohne Metadaten wie den Aufnahmeort. In dieser Größe kann es unscharf wirken.',
  'avatar.set': 'Profilbild festlegen',
  'avatar.stopWaiting': 'Nicht länger warten',
  'avatar.stopped':
    'Es wird nicht länger gewartet. Das Profilbild wurde eventuell trotzdem aktualisiert.',
  'avatar.title': 'Profilbild',
  'avatar.tooManyBytes': '{name} ist zu groß.',
  'avatar.tooManyBytesHint': 'Wählen Sie ein Bild mit höchstens 64 MB.',
  'avatar.tooManyPixels':
    '{name} ist zu groß: {megapixels, plural, one {# Megapixel} other {# Megapixel}}.',
  'avatar.tooManyPixelsHint': 'Wählen Sie ein Bild mit höchstens 50 Megapixeln.',
  'avatar.unreadable': '{name} konnte nicht gelesen werden.',
  'avatar.unreadableHint': 'Wählen Sie es erneut aus oder wählen Sie ein anderes Bild.',
  'avatar.unsupported': '{name} hat kein unterstütztes Bildformat.',
  'avatar.updated': 'Profilbild aktualisiert.',
  'avatar.updatedAnyway': 'Das Hochladen war bereits abgeschlossen. Profilbild aktualisiert.',
  'avatar.zoom': 'Zoom',
  'avatar.zoomIn': 'Vergrößern',
  'avatar.zoomOut': 'Verkleinern',
  'avatar.zoomValue': '{zoom}-fach',
}
