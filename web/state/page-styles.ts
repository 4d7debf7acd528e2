import { applyTheme } from './theme.ts';

let loaded: Promise<void> | undefined;

/** Loads the style sheet of all pages but the first (styles/pages.css), once; index.html names its file. */
export function loadPageStyles(): Promise<void> {
  loaded ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = document.querySelector<HTMLMetaElement>('meta[name="page-styles"]')?.content ?? '';
    link.onload = () => {
      applyTheme();
      resolve();
    };
    link.onerror = () => {
      loaded = undefined;
      link.remove();
      reject(new Error('the styles did not load'));
    };
    document.head.append(link);
  });
  return loaded;
}
