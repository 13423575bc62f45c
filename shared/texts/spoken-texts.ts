import type { Language } from '#shared/contract/languages.ts'

/** The texts that exist in the reader's own language. `{{name}}` is the reader's name. */
type SpokenTexts = { greeting: string; logOut: string; logOutQuestion: string; yes: string; no: string }

/**
 * The translations of these texts. Each has a source, listed in docs/translations.md; a test compares the two. Texts
 * without a translation stay English.
 */
export const spokenTexts: Partial<Record<Language, Partial<SpokenTexts>>> = {
  BENGALI: {
    greeting: 'স্বাগতম, {{name}}',
    logOut: 'প্রস্থান',
    logOutQuestion: 'আপনি কি চালিয়ে যেতে চান?',
    yes: 'হ্যাঁ',
    no: 'না',
  },
  CAROLINIAN: { greeting: 'Tirow, {{name}}' },
  CHAMORRO: { greeting: 'Håfa Adai, {{name}}', yes: 'Hunggan', no: "Åhe'" },
  CHINESE: {
    greeting: '欢迎，{{name}}',
    logOut: '注销',
    logOutQuestion: '您希望继续执行吗？',
    yes: '是',
    no: '否',
  },
  CHUUKESE: { greeting: 'Ran annim, {{name}}' },
  JAPANESE: {
    greeting: 'ようこそ {{name}}',
    logOut: 'ログアウト',
    logOutQuestion: '続行しますか?',
    yes: 'はい',
    no: 'いいえ',
  },
  KOREAN: {
    greeting: '환영합니다, {{name}}',
    logOut: '로그아웃',
    logOutQuestion: '계속 하시겠습니까?',
    yes: '예',
    no: '아니오',
  },
  PALAUAN: { greeting: 'Alii, {{name}}' },
  POHNPEIAN: { greeting: 'Kaselehlie, {{name}}', yes: 'Eih', no: 'Soh' },
  RUSSIAN: {
    greeting: 'Добро пожаловать, {{name}}',
    logOut: 'Выйти',
    logOutQuestion: 'Хотите продолжить?',
    yes: 'Да',
    no: 'Нет',
  },
  TAGALOG: {
    greeting: 'Mabuhay, {{name}}!',
    logOut: 'Umalis sa pagkaka-login',
    logOutQuestion: 'Nais niyo bang magpatuloy?',
    yes: 'Oo',
    no: 'Hindi',
  },
  THAI: {
    greeting: 'ยินดีต้อนรับ, {{name}}',
    logOut: 'ออกจากระบบ',
    logOutQuestion: 'คุณต้องการจะดำเนินการต่อไปหรือไม่?',
    yes: 'ใช่',
    no: 'ไม่ใช่',
  },
  TURKISH: {
    greeting: 'Hoş Geldiniz, {{name}}',
    logOut: 'Oturumu kapat',
    logOutQuestion: 'Devam etmek istiyor musunuz?',
    yes: 'Evet',
    no: 'Hayır',
  },
}
