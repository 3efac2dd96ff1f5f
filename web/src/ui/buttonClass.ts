import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'danger';

/** The look of a button, for links that act as one. */
export const buttonClass = (variant: ButtonVariant = 'primary'): string => `${styles.button} ${styles[variant]}`;
