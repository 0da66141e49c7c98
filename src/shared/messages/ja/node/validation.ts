import type { validation as english } from '../../en/node/validation.ts'

export const validation: Record<keyof typeof english, string> = {
  'validation.correct': '修正してから、もう一度お試しください。何も送信されていません。',
  'validation.empty': '空にできません',
  'validation.failed': '{field}: {problem}。',
  'validation.foreignCharacters':
    'アクセストークンに使えない文字が含まれています。コピーし直してください',
  'validation.identityIncomplete':
    'アイデンティティにはプロバイダーと外部UIDが必要なため、こちらも必須です',
  'validation.imageTooLarge': '大きすぎます。{max, number} KiB以下の画像を選択してください',
  'validation.invalid': '無効です',
  'validation.missing': '必須です',
  'validation.noBase64': '有効なBase64ではありません',
  'validation.noDate': '2026-01-31のような日付を入力してください',
  'validation.noDomain': 'example.comのようなドメインを入力してください',
  'validation.noDueDate': 'この日付を待つステップがあるため、必須です',
  'validation.noEdit': '変更を1つ以上含めてください',
  'validation.noEmail': 'メールアドレスではありません',
  'validation.noHash': 'SHA-256ハッシュではありません',
  'validation.noId': 'IDではありません',
  'validation.noIds': 'IDのリストではありません',
  'validation.noName': '名前ではありません',
  'validation.noTimestamp': '2026-01-31T12:00:00Zのような日時を入力してください',
  'validation.noWholeNumber': '{min, number}～{max, number}の整数を入力してください',
  'validation.negative': '0以上を指定してください',
  'validation.passwordChoice':
    'リセットリンクの送信またはランダムパスワードを選択しない場合は必須です',
  'validation.tokenTooLong': 'アクセストークンとしては長すぎます',
  'validation.tooLargeCertificate': '証明書としては大きすぎます',
  'validation.stepsAfterDeletion': 'アカウントの削除後に続くステップは設定できません',
  'validation.tooLong': '長すぎます（最大{max, number}文字）',
  'validation.tooManyFiles': '{max, number}件以下にしてください',
  'validation.tooShort': '短すぎます（最低{min, number}文字）',
  'validation.unknown': '不明なフィールドです',
  'validation.unreadable': '読み取れません',
}
