import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'danger';

/** The class of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'primary'): string => `${styles.button} ${styles[variant]}`;
