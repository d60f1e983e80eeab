"""The Streamlit app: pages that pick, call and show."""
